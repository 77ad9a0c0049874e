import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { insertNote, issueNote, lockOpenNote } from './credit-notes.ts'
import { postCreditNote } from './mails.ts'

/** A refund that was made on the gateway's own pages gets its credit note when the gateway tells us. */
export async function noteForeignRefund(
  tx: Db,
  mailDeps: MailDeps,
  chargeId: number,
  { key, cents: refunded }: { key: string; cents: number },
): Promise<void> {
  const bill = await tx.maybe<{ id: number; number: string; accountId: number; rest: number }>(sql`
    select id, number, account_id as "accountId", total_cents - refunded_cents - credited_cents as rest
    from invoices where charge_id = ${chargeId} for update`)
  // What was given as credit before is not given back a second time on paper.
  const cents = Math.min(refunded, bill?.rest ?? 0)
  if (!bill || cents <= 0) return
  const { accountId } = bill
  const noteId = await insertNote(
    tx,
    {
      key,
      bodyDigest: createHash('sha256').update(key).digest(),
      accountId,
      invoiceId: bill.id,
      way: 'card',
      cents,
      lines: [{ label: `Refund of bill ${bill.number}`, cents }],
      reason: 'other',
      words: 'Refunded on the pages of the gateway.',
      askedBy: 'gateway',
    },
    mailDeps.now,
  )
  const note = noteId && (await lockOpenNote(tx, noteId))
  if (!note) return
  await postCreditNote(tx, mailDeps, { ...note, number: await issueNote(tx, note, mailDeps.now) })
}
