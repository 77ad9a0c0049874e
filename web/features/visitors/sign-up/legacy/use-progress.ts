import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { choose } from '#contract/features/sign-up/legacy-changes.ts'
import {
  type Change,
  type Offer,
  type StepThree,
  startChoices,
} from '#contract/features/sign-up/legacy-choices.ts'
import { completedSteps, type Progress } from '#contract/features/sign-up/legacy-steps.ts'
import { whenPaidElsewhere } from '#web/features/visitors/sign-up/paid-marks.ts'
import { tabShelf } from '#web/features/visitors/sign-up/shelf.ts'
import {
  dropProgress,
  type Kept,
  nothingTyped,
  readProgress,
  saveProgress,
  type Texts,
  type Typed,
  withoutAnswers,
} from './progress.ts'

export type ProgressHandle = ReturnType<typeof useProgress>

/** How far it is and what was chosen, kept in this tab. `latest` is the truth at once, before anything is drawn. */
export function useProgress(offer: Offer, stepThree: StepThree) {
  const [progress, setProgress] = useState<Progress>(() => ({
    choices: startChoices(stepThree),
    stepCompleted: 0,
  }))
  const latest = useRef<Kept>({ ...progress, typed: nothingTyped })
  const isOver = useRef(false)
  const isPaidElsewhere = useRef(false)

  const save = useCallback(() => {
    if (isOver.current) return
    saveProgress(tabShelf, isPaidElsewhere.current ? withoutAnswers(latest.current) : latest.current)
  }, [])

  const keep = useCallback(
    (next: Partial<Kept>) => {
      latest.current = { ...latest.current, ...next }
      const { choices, stepCompleted } = latest.current
      setProgress({ choices, stepCompleted })
      save()
    },
    [save],
  )

  // It may be the same person's sign-up, or another's: what was chosen stays, the answers go.
  useEffect(
    () =>
      whenPaidElsewhere(() => {
        isPaidElsewhere.current = true
        if (readProgress(tabShelf)) save()
      }),
    [save],
  )

  const actions = useMemo(
    () => ({
      latest: () => latest.current,
      completed: () => completedSteps(latest.current, offer),
      change(change: Change): Progress {
        keep({ choices: choose(latest.current.choices, change, offer) })
        return latest.current
      },
      complete(step: number) {
        keep({ stepCompleted: Math.max(step, latest.current.stepCompleted) })
      },
      /** Another email, or one that was refused: all steps have to be walked again. */
      restart() {
        keep({ stepCompleted: 0 })
      },
      type(form: keyof Typed, texts: Texts) {
        latest.current = { ...latest.current, typed: { ...latest.current.typed, [form]: texts } }
        save()
      },
      restore(): Kept | undefined {
        const kept = readProgress(tabShelf)
        if (kept) keep(kept)
        return kept
      },
      /** For good: nothing that this page still holds is written again. */
      drop() {
        isOver.current = true
        dropProgress(tabShelf)
      },
    }),
    [offer, keep, save],
  )
  return { ...actions, ...progress }
}
