import { useEffect, useEffectEvent, useRef } from 'react'
import type { Offer } from '#contract/features/sign-up/legacy-choices.ts'
import { tabStorage } from '#web/features/visitors/sign-up/draft-storage.ts'
import { whenPaidElsewhere } from '#web/features/visitors/sign-up/paid-marks.ts'
import { useWizardState } from '#web/features/visitors/sign-up/wizard-parts.ts'
import { type LegacyEvent, type LegacyWizard, reduceLegacy } from './legacy-wizard.ts'
import {
  dropProgress,
  readProgress,
  saveProgress,
  type Texts,
  type Typed,
  withoutAnswers,
} from './progress.ts'

export type LegacyHandle = ReturnType<typeof useLegacyState>

/** The legacy wizard's state, kept in this tab across reloads. */
export function useLegacyState(offer: Offer, start: () => LegacyWizard) {
  const { state, latest, tell } = useWizardState<LegacyWizard, LegacyEvent>(
    (wizard, event) => reduceLegacy(wizard, event, offer),
    start,
  )
  const isOver = useRef(false)
  const isPaidElsewhere = useRef(false)

  function save() {
    if (!isOver.current)
      saveProgress(tabStorage, isPaidElsewhere.current ? withoutAnswers(latest()) : latest())
  }

  // The sign-up paid in the other tab may be this one or someone else's: choices stay, security answers are
  // removed.
  const dropAnswers = useEffectEvent(() => {
    isPaidElsewhere.current = true
    if (readProgress(tabStorage)) save()
  })
  useEffect(() => whenPaidElsewhere(() => dropAnswers()), [])

  return {
    state,
    latest,
    tell(event: LegacyEvent): LegacyWizard {
      const before = latest()
      const next = tell(event)
      if (event.kind === 'paid') {
        // Permanent: nothing on this page is saved again.
        isOver.current = true
        dropProgress(tabStorage)
      } else if (isKeptOtherwise(before, next)) save()
      return next
    },
  }
}

function isKeptOtherwise(before: LegacyWizard, next: LegacyWizard): boolean {
  return (
    before.choices !== next.choices ||
    before.stepCompleted !== next.stepCompleted ||
    before.typed !== next.typed
  )
}

/** Typed values survive a reload: they are kept in this tab, except for passwords. */
export function useKeptTexts(
  { tell }: { tell: (event: LegacyEvent) => void },
  form: keyof Typed,
  texts: Texts | false,
): void {
  useEffect(() => {
    if (texts) tell({ kind: 'typed', form, texts })
  })
}
