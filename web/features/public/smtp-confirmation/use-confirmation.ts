import { useCallback, useEffect, useRef, useState } from 'react'
import { confirmSmtpSettings } from '#contract/features/smtp-confirmation.ts'
import type { PageValues } from '#contract/page-values.ts'
import { errorsOf, send } from '#web/api.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'

/** `isLost`: the server did not answer, so trying again may help. */
type Outcome = { isVerified: boolean; text: string; isLost?: boolean }

/** Confirms once when the page opens, unless a posted form already did. */
export function useConfirmation({ linkToken, outcome: known }: PageValues['smtp-confirmation']) {
  const [outcome, setOutcome] = useState<Outcome | undefined>(known)
  const hasAsked = useRef(known !== undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const isAskedAgain = useRef(false)

  const ask = useCallback(async () => {
    setOutcome(undefined)
    const said = await send(confirmSmtpSettings, {}, { parts: { linkToken } })
    if (said.kind === 'answered') setOutcome({ isVerified: true, text: '' })
    const errors = errorsOf(said)
    if (errors === undefined) return
    setOutcome({ isVerified: false, text: sentenceOf(errors), isLost: said.kind === 'failed' })
  }, [linkToken])

  useEffect(() => {
    if (hasAsked.current) return
    hasAsked.current = true
    void ask()
  }, [ask])

  // The button that was pressed is gone, and the focus with it.
  useEffect(() => {
    if (isAskedAgain.current && outcome) heading.current?.focus()
  }, [outcome])

  function askAgain() {
    isAskedAgain.current = true
    void ask()
  }

  return { outcome, heading, askAgain }
}
