import { useEffect, useState } from 'react'
import { checkResetLink } from '#contract/features/password-reset/calls.ts'
import type { PageValues } from '#contract/page-values.ts'
import { send } from '#web/api.ts'

/** What is known of the link. `unanswered`: nobody could tell, and the link may well be good. */
export type LinkCheck =
  | { kind: 'pending' }
  | { kind: 'valid' }
  | { kind: 'invalid' }
  | { kind: 'unanswered'; words: string }

const NOT_FOUND = 404

/** Asks once, when the page opens, unless the server has looked already. Looking never spends a link. */
export function useLinkCheck({ linkToken, link }: Pick<PageValues['new-password'], 'linkToken' | 'link'>) {
  const [check, setCheck] = useState<LinkCheck>({ kind: link === 'unchecked' ? 'pending' : link })
  const isPending = check.kind === 'pending'

  useEffect(() => {
    if (!isPending) return
    const leaving = new AbortController()
    const options = { parts: { linkToken }, signal: leaving.signal }
    void send(checkResetLink, {}, options).then((outcome) => {
      if (outcome.kind === 'answered') setCheck({ kind: 'valid' })
      else if (outcome.kind === 'failed') setCheck({ kind: 'unanswered', words: outcome.message })
      else if (outcome.kind === 'refused') {
        const words = String(outcome.errors)
        setCheck(outcome.status === NOT_FOUND ? { kind: 'invalid' } : { kind: 'unanswered', words })
      }
    })
    return () => leaving.abort()
  }, [isPending, linkToken])

  return {
    check,
    askAgain: () => setCheck({ kind: 'pending' }),
    turnInvalid: () => setCheck({ kind: 'invalid' }),
  }
}
