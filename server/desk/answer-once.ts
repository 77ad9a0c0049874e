import { createHash } from 'node:crypto'
import { sentBefore } from '#contract/desk/desk-call.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Limit } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

/** A form that an operator sent: its key, and what it asks for. */
export type Sent = { key: string; actor: string; asked: Record<string, unknown> }

/**
 * Does what a form asks for once, and answers a repeat, such as one after a lost answer, as the first time. Of two at once
 * the second waits for the first. What was refused can be sent again with the same key: a refusal that `action` throws rolls
 * back, and one that it returns keeps what was counted.
 */
export async function answerOnce<Answer extends string | Refused>(
  tx: Db,
  { key, actor, asked }: Sent,
  now: Date,
  action: () => Promise<Answer>,
): Promise<Answer | string> {
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
): Promise<string> {
  const former = await tx.maybe<{ answer: string }>(sql`
    select answer from desk_answers where key = ${key} and actor = ${actor} and digest = ${digest}`)
  if (!former) throw refuse('other-body', { errors: sentBefore })
  return former.answer
}

/** Without the reason: the same request may be sent again with another one. */
function digestOf({ reason: _reason, key: _key, ...asked }: Record<string, unknown>): Buffer {
  const sorted = Object.entries(asked).toSorted(([one], [other]) => one.localeCompare(other))
  return createHash('sha256').update(JSON.stringify(sorted)).digest()
}

/** How often mails can be sent to one account by hand, whoever does it and however often they click. */
export const mailsByHand: Limit = { name: 'desk-mails:account', tries: 20, windowMinutes: 60 }
