import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { deliverMail } from '#server/platform/mail/outbox.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'

type Kept = { id: number; accountId: number | null; recipient: string; state: string; settledAt: Date | null }

export const resendMailCommand: Command = {
  name: 'mail resend',
  takes: 'ID',
  says: 'Sends an email again that could not be delivered. "account show" lists the ids.',
  async run({ db, jobs }, { args: [id = ''], actor, now }) {
    const mail = /^\d{1,15}$/.test(id)
      ? await db.maybe<Kept>(sql`
          select id, account_id as "accountId", recipient, state, settled_at as "settledAt" from mails where id = ${id}`)
      : undefined
    if (!mail) return refuse('not-found', { errors: `There is no email ${id}.` })
    if (mail.state === 'waiting')
      return refuse('invalid-fields', { errors: `Email ${id} is still being retried automatically.` })
    if (mail.state === 'sent') {
      const when = mail.settledAt?.toISOString() ?? 'earlier'
      return refuse('invalid-fields', {
        errors: `Email ${id} was delivered at ${when}. Its text was deleted then, because it may contain a link. Ask the person to look for it, or to request a new one.`,
      })
    }
    await db.transaction(async (tx) => {
      await tx.run(
        sql`update mails set state = 'waiting', tries = 0, last_error = null, settled_at = null where id = ${mail.id}`,
      )
      await jobs.send(tx, deliverMail, { mailId: mail.id })
      await recordAudit(
        tx,
        { actor, action: 'mail-resent', ...about(mail.accountId), details: { mail: mail.id } },
        now,
      )
    })
    return { said: `Email ${id} to ${mail.recipient} is being sent.` }
  },
}

function about(accountId: number | null): { accountId?: number } {
  return accountId === null ? {} : { accountId }
}
