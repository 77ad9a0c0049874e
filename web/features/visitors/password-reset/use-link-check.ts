import { useEffect, useState } from 'react'
import { checkResetLink } from '#contract/features/password-reset.ts'
import type { PageValues } from '#contract/page-values.ts'
import { makeCall } from '#web/form/make-call.ts'
import { sentenceOf } from '#web/form/sentence-of.ts'

/**
 * What is known about the link. `unanswered`: the check failed, and the link may still be valid. `used`: perhaps by
 * this page, in a request whose answer was lost. `isNews`: it replaces something that the person has just used.
 */
export type LinkCheck =
  | { kind: 'pending'; isNews: boolean }
  | { kind: 'valid' }
  | { kind: 'invalid' | 'used'; isNews: boolean }
  | { kind: 'unanswered'; text: string }

/** Checks once when the page opens, unless the server already has. Checking never uses up a link. */
export function useLinkCheck({ linkToken, link }: Pick<PageValues['new-password'], 'linkToken' | 'link'>) {
  const [check, setCheck] = useState<LinkCheck>(startOf(link))
  const isPending = check.kind === 'pending'
  const isAskedAgain = isPending && check.isNews

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
        onNotFound: () => setCheck({ kind: 'invalid', isNews: isAskedAgain }),
        onErrors: (errors) => setCheck({ kind: 'unanswered', text: sentenceOf(errors) }),
      },
    )
    return () => leaving.abort()
  }, [isPending, isAskedAgain, linkToken])

  return {
    check,
    askAgain: () => setCheck({ kind: 'pending', isNews: true }),
    turnOver: (kind: 'invalid' | 'used') => setCheck({ kind, isNews: true }),
  }
}

function startOf(link: PageValues['new-password']['link']): LinkCheck {
  if (link === 'unchecked') return { kind: 'pending', isNews: false }
  return link === 'valid' ? { kind: 'valid' } : { kind: link, isNews: false }
}
