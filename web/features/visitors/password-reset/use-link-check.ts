import { useEffect, useState } from 'react'
import { checkResetLink } from '#contract/features/password-reset/calls.ts'
import type { PageValues } from '#contract/page-values.ts'
import { makeCall } from '#web/form/make-call.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'

/** What is known about the link. `unanswered`: the check failed, and the link may still be valid. */
export type LinkCheck =
  | { kind: 'pending' }
  | { kind: 'valid' }
  | { kind: 'invalid' }
  | { kind: 'unanswered'; text: string }

/** Checks once when the page opens, unless the server already has. Checking never uses up a link. */
export function useLinkCheck({ linkToken, link }: Pick<PageValues['new-password'], 'linkToken' | 'link'>) {
  const [check, setCheck] = useState<LinkCheck>({ kind: link === 'unchecked' ? 'pending' : link })
  const isPending = check.kind === 'pending'

  useEffect(() => {
    if (!isPending) return
    const leaving = new AbortController()
    void makeCall(
      checkResetLink,
      {},
      {
        parts: { linkToken },
        signal: leaving.signal,
        onAnswer: () => setCheck({ kind: 'valid' }),
        onNotFound: () => setCheck({ kind: 'invalid' }),
        onErrors: (errors) => setCheck({ kind: 'unanswered', text: sentenceOf(errors) }),
      },
    )
    return () => leaving.abort()
  }, [isPending, linkToken])

  return {
    check,
    askAgain: () => setCheck({ kind: 'pending' }),
    turnInvalid: () => setCheck({ kind: 'invalid' }),
  }
}
