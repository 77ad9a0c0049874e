import type { Deps } from '#server/deps.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { type Dispute, findDispute, lockDispute } from './dispute.ts'
import { decideDispute } from './take-dispute.ts'

type Said = { reference: string; state: 'won' | 'lost'; words: string; actor: string }

/** For a gateway that did not tell: its own word is never overruled, and what it tells later counts more. */
export function decideByOperator(
  { db, clock, jobs, config }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>,
  { reference, state, words, actor }: Said,
): Promise<Dispute | Refused> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const found = await findDispute(tx, reference)
    if (!found) return refuse('not-found', { errors: `There is no dispute ${reference}.` })
    const dispute = await lockDispute(tx, found)
    if (dispute.state === state)
      return refuse('invalid-fields', { errors: `Dispute ${reference} is ${state} already.` })
    if (dispute.closedBy === 'gateway')
      return refuse('invalid-fields', {
        errors: `The gateway has said that dispute ${reference} is ${dispute.state}, and only the gateway can change that.`,
      })
    await decideDispute(tx, { jobs, config, now }, dispute, { state, words, actor, decidedAt: null })
    return dispute
  })
}
