import { cutTo, oneLine } from '#contract/wire/plain-text.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { MailCarrier, MailMessage } from '#server/ports/mail.ts'
import { codeIn, isAboutSender, kindOfFailure } from './bounce-kinds.ts'
import { noteBounce } from './note-bounce.ts'
import { deliverMail } from './outbox.ts'
import { isSentInSpite, type MailPurpose } from './purposes.ts'
import { returnPathOf } from './return-path.ts'

type Deps = {
  db: Database
  clock: Clock
  carrier: MailCarrier
  config: { secrets: readonly string[]; mail: Pick<Config['mail'], 'bouncesTo'> }
}
type Waiting = MailMessage & { purpose: MailPurpose; isMarked: boolean }

/**
 * Delivers the mails in the outbox. A kill between sending and recording may send a mail twice, with the same
 * message id, but never loses one.
 */
export function handleMails(jobs: Jobs, deps: Deps): void {
  const { db, clock, carrier, config } = deps
  const { bouncesTo } = config.mail
  jobs.handle(deliverMail, async ({ mailId }, { isLast }) => {
    const mail = await db.maybe<Waiting>(takeUp(mailId))
    if (!mail) return
    if (mail.isMarked && !isSentInSpite(mail.purpose)) {
      await db.run(sql`
        update mails set state = 'withheld', settled_at = ${clock.now()}, plain = null, html = null
        where id = ${mailId}`)
      return
    }
    try {
      const returnPath = bouncesTo ? returnPathOf(mailId, bouncesTo, config.secrets) : undefined
      const delivery = await carrier.deliver({ ...mail, returnPath })
      if (!delivery.isTaken) return await noteRefusal(deps, mailId, delivery.refused, isLast)
    } catch (error) {
      await db.run(sql`
        update mails set last_error = ${shortened(String((error as Error).message))},
          state = ${isLast ? 'failed' : 'waiting'}, settled_at = ${isLast ? clock.now() : null}
        where id = ${mailId}`)
      throw error
    }
    // The body is deleted after delivery, because it may contain a link that still works.
    await (carrier.keeps
      ? db.run(sql`
          update mails set state = 'kept', settled_at = ${clock.now()}, last_error = null where id = ${mailId}`)
      : db.run(sql`
          update mails set state = 'sent', settled_at = ${clock.now()}, last_error = null, plain = null, html = null
          where id = ${mailId}`))
  })
}

/** Whether the recipient is flagged is checked at every attempt: a bounce may have arrived since. */
function takeUp(mailId: number): Sql {
  return sql`
    update mails m set tries = tries + 1 where id = ${mailId} and state = 'waiting'
    returning recipient, subject, plain, html, message_id as "messageId", purpose,
      exists (
        select from agents g
        where g.email_key = lower(m.recipient) and g.account_id = m.account_id and g.removed_at is null
          and g.mail_bounced_at is not null)
      or exists (
        select from accounts a
        where a.id = m.account_id and lower(a.billing_contact) = lower(m.recipient)
          and a.billing_contact_bounced_at is not null) as "isMarked"`
}

/**
 * A refusal because the mailbox does not exist is a bounce, and final. Any other may pass: it is retried, and
 * is a bounce after the last try, unless it is about us and says nothing about the mailbox.
 */
async function noteRefusal(
  { db, clock }: Deps,
  mailId: number,
  refused: string,
  isLast: boolean,
): Promise<void> {
  const kind = kindOfFailure({ status: codeIn(refused) ?? '', words: refused })
  if (kind === 'soft' && (!isLast || isAboutSender(refused))) throw new Error(refused)
  const now = clock.now()
  await db.transaction(async (tx) => {
    await tx.run(sql`
      update mails set state = 'failed', settled_at = ${now}, last_error = ${shortened(refused)} where id = ${mailId}`)
    await noteBounce(tx, mailId, { kind, reason: refused }, now)
  })
}

function shortened(text: string): string {
  return cutTo(oneLine(text), 500)
}
