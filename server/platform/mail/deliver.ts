import { cutTo, oneLine } from '#contract/wire/plain-text.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { MailCarrier, MailMessage } from '#server/ports/mail.ts'
import { deliverMail } from './outbox.ts'

type Deps = { db: Database; clock: Clock; carrier: MailCarrier }

/**
 * Delivers the mails in the outbox. A kill between sending and recording may send a mail twice, with the same
 * message id, but never loses one.
 */
export function handleMails(jobs: Jobs, deps: Deps): void {
  const { db, clock, carrier } = deps
  jobs.handle(deliverMail, async ({ mailId }, { isLast }) => {
    const mail = await db.maybe<MailMessage>(sql`
      update mails set tries = tries + 1 where id = ${mailId} and state = 'waiting'
      returning recipient, subject, plain, html, message_id as "messageId"`)
    if (!mail) return
    try {
      await carrier.deliver(mail)
    } catch (error) {
      await db.run(sql`
        update mails set last_error = ${cutTo(oneLine(String((error as Error).message)), 500)},
          state = ${isLast ? 'failed' : 'waiting'}, settled_at = ${isLast ? clock.now() : null}
        where id = ${mailId}`)
      throw error
    }
    // The body is deleted after delivery, because it may contain a link that still works.
    await (carrier.keeps
      ? db.run(sql`update mails set state = 'kept', settled_at = ${clock.now()} where id = ${mailId}`)
      : db.run(
          sql`update mails set state = 'sent', settled_at = ${clock.now()}, plain = null, html = null where id = ${mailId}`,
        ))
  })
}
