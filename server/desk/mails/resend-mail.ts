import type * as calls from '#contract/desk/mails/calls.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { sql } from '#server/platform/db/sql.ts'
import { countTry } from '#server/platform/limits.ts'
import * as mails from '#server/platform/mail/resend-mail.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { answerOnce } from '../answer-once.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { mailsByHand } from '../mails-by-hand.ts'

/** Sends any mail again, once for a form. Returns what was done, in words. */
export async function resendMail(
  { db, clock, jobs, config }: DeskDeps,
  { mail_id, to, reason, key }: ParsedBodyOf<typeof calls.resendMail>,
  { actor }: Operator,
): Promise<string | Refused> {
  const now = clock.now()
  const found = await db.maybe<{ pin: string | null }>(sql`
    select a.pin from mails m left join accounts a on a.id = m.account_id where m.id = ${mail_id}`)
  await countTry(db, mailsByHand, found?.pin ?? `mail ${mail_id}`, now)
  const sent = { key, actor, asked: { action: 'mail', mail_id, to } }
  return db.transaction((tx) =>
    answerOnce(tx, sent, now, async () => {
      const wanted = { id: String(mail_id), to: to || undefined }
      const resent = await mails.resendMail(tx, { jobs, config }, wanted, { actor, reason }, now)
      return isRefused(resent) ? resent : `The email is being sent to ${resent.recipient}.`
    }),
  )
}
