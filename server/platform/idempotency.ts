import { createHash } from 'node:crypto'
import { DAY } from '#server/ports/clock.ts'
import type { Db } from './db/database.ts'
import { sql } from './db/sql.ts'
import { isRefused, type Refused, refuse } from './refusal.ts'

type Scope = 'desk-form' | 'approval' | 'month' | 'note'

/**
 * What keys are for, how long they are remembered (without `keptMs`, as long as what was done), and the message for a key that was
 * used for something else.
 */
export const scopes: Record<Scope, { keptMs?: number; otherBody: string }> = {
  'desk-form': {
    // Longer than a form is sent again after a lost answer.
    keptMs: DAY,
    otherBody:
      'Something else was already done from this form. Reload the page to see what, and send this again.',
  },
  approval: { otherBody: 'This key was used for another request.' },
  month: { otherBody: 'This key was used for another change.' },
  note: {
    otherBody: 'Another note was saved from this form before. Reload the page, and write this one again.',
  },
}

type Keyed = {
  scope: Scope
  /** Made where the request begins, and sent with each of its repeats. */
  key: string
  by: string
  body: object
}

/**
 * Does the work of a request once, and answers a repeat as the first time; of two at once the second waits for the first. A key
 * that was used for another body, or by somebody else, is refused. What was refused can be sent again with the same key: a
 * refusal that `work` throws rolls back, and one that it returns keeps what was counted. The answer is stored, so it holds no
 * secret.
 */
export async function once<Answer>(
  tx: Db,
  { scope, key, by, body }: Keyed,
  now: Date,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const digest = digestOf(body)
  const isFirst = await tx.run(sql`
    insert into idempotency (scope, key, made_by, digest, at) values (${scope}, ${key}, ${by}, ${digest}, ${now})
    on conflict (scope, key) do nothing`)
  if (isFirst === 0) {
    const former = await tx.maybe<{ answer: Exclude<Answer, Refused> }>(sql`
      select answer from idempotency
      where scope = ${scope} and key = ${key} and made_by = ${by} and digest = ${digest}`)
    if (!former) throw refuse('other-body', { errors: scopes[scope].otherBody })
    return former.answer
  }
  const answer = await work()
  await tx.run(
    isRefused(answer)
      ? sql`delete from idempotency where scope = ${scope} and key = ${key}`
      : sql`update idempotency set answer = ${JSON.stringify(answer)} where scope = ${scope} and key = ${key}`,
  )
  return answer
}

/** The same for the same request, in whatever order its parts are named. */
export function digestOf(body: object): Buffer {
  return createHash('sha256').update(JSON.stringify(body, sortKeys)).digest()
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
}
