import { createHash } from 'node:crypto'
import { sentBefore } from '#contract/desk/desk-call.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

/** A form that an operator sent: its key, and what it asks for. */
export type Sent = { key: string; actor: string; asked: Record<string, unknown> }

/**
 * Does what a form asks for once, and answers a repeat, such as one after a lost answer, as the first time. Of two at once
 * the second waits for the first. What was refused can be sent again with the same key.
 */
export async function answerOnce(
  tx: Db,
  { key, actor, asked }: Sent,
  now: Date,
  action: () => Promise<string | Refused>,
): Promise<string | Refused> {
  const digest = digestOf(asked)
  const isFirst = await tx.maybe(sql`
    insert into desk_answers (key, actor, digest, at) values (${key}, ${actor}, ${digest}, ${now})
    on conflict (key) do nothing returning key`)
  if (!isFirst) return findAnswer(tx, { key, actor, digest })
  const answer = await action()
  await tx.run(
    isRefused(answer)
      ? sql`delete from desk_answers where key = ${key}`
      : sql`update desk_answers set answer = ${answer} where key = ${key}`,
  )
  return answer
}

async function findAnswer(
  tx: Db,
  { key, actor, digest }: { key: string; actor: string; digest: Buffer },
): Promise<string | Refused> {
  const former = await tx.maybe<{ answer: string }>(sql`
    select answer from desk_answers where key = ${key} and actor = ${actor} and digest = ${digest}`)
  return former?.answer ?? refuse('other-body', { errors: sentBefore })
}

/** The reason may be typed anew: it is no other request. */
function digestOf({ reason: _reason, key: _key, ...asked }: Record<string, unknown>): Buffer {
  const sorted = Object.entries(asked).toSorted(([one], [other]) => one.localeCompare(other))
  return createHash('sha256').update(JSON.stringify(sorted)).digest()
}
