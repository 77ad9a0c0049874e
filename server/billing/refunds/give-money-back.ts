import { createHash } from 'node:crypto'
import type { RefundReason } from '#contract/billing/refund-reasons.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { chooseLines, type HowMuch } from './choose-lines.ts'
import {
  findNote,
  insertNote,
  issueNote,
  lockBill,
  lockOpenNote,
  type RefundDeps,
  type Way,
} from './credit-notes.ts'
import { postCreditNote } from './mails.ts'
import { beginRefund } from './send-refund.ts'
import { sendOnceSettled, waitEnds } from './waiting-refund.ts'

export type Asked = {
  /** The same key never gives money back twice. */
  key: string
  bill: string
  howMuch: HowMuch
  way: Way
  reason: RefundReason
  /** Why, in the operator's words. */
  words: string
  /** Who asks, as named in audit entries. */
  actor: string
  /** The second operator, where one had to agree. */
  agreedBy?: string | undefined
  /** To the card, once the gateway has settled the charge. */
  isOnceSettled?: boolean | undefined
  /** The failed refund whose place it takes. */
  inPlaceOf?: number
}
type BeginDeps = Omit<RefundDeps, 'db' | 'clock' | 'payments'> & { now: Date }

export type Begun = {
  /** The refund that the gateway is to be asked for once the transaction has ended. Credit needs none. */
  refundKey?: string
  /** The same request was made before, under this key. */
  isRepeat?: true
}

/**
 * Gives money of a paid bill back, to the card or as credit for the next bill, once for each key and never more than
 * was paid. The bill is locked while the note is written, so two operators at once cannot give back the
 * same money. Everything is recorded in the caller's transaction.
 */
export async function beginGivingBack(tx: Db, deps: BeginDeps, asked: Asked): Promise<Begun | Refused> {
  const digest = digestOf(asked)
  const bill = await lockBill(tx, asked.bill)
  // Looked up after the lock, so that a second request with the same key sees the first one's note.
  const former = await findNote(tx, asked.key)
  if (former) return digest.equals(former.bodyDigest) ? { isRepeat: true } : usedOtherwise()
  if (!bill) return refuse('not-found', { errors: `There is no bill ${asked.bill}.` })
  const chosen = await chooseLines(tx, bill, asked)
  if (isRefused(chosen)) return chosen
  const { cents, lines } = chosen
  const { key, way, reason, words, actor, agreedBy } = asked
  const { accountId } = bill
  const waitsUntil = asked.isOnceSettled && bill.charge ? waitEnds(deps.now) : undefined
  const noteId = await insertNote(
    tx,
    {
      key,
      bodyDigest: digest,
      accountId,
      invoiceId: bill.id,
      way,
      cents,
      lines,
      reason,
      words,
      askedBy: actor,
      waitsUntil,
    },
    deps.now,
  )
  if (noteId === undefined) return usedOtherwise()
  if (asked.inPlaceOf !== undefined)
    await tx.run(sql`update failed_refunds set next_note_id = ${noteId} where id = ${asked.inPlaceOf}`)
  const details = { bill: bill.number, cents, reason, words, agreedBy }
  if (waitsUntil) {
    await recordAudit(tx, { actor, action: 'refund-waits', accountId, details }, deps.now)
    await sendOnceSettled(tx, deps.jobs, noteId)
    return {}
  }
  const action = way === 'card' ? 'bill-refunded' : 'bill-credited'
  await recordAudit(tx, { actor, action, accountId, details }, deps.now)
  if (way === 'card' && bill.charge)
    return { refundKey: await beginRefund(tx, deps, { noteId, chargeId: bill.charge.id, cents }) }
  await giveCredit(tx, deps, noteId)
  return {}
}

/** Credit needs no bank: the note is issued at once. */
async function giveCredit(tx: Db, deps: BeginDeps, noteId: number): Promise<void> {
  const note = await lockOpenNote(tx, noteId)
  if (!note) return
  const number = await issueNote(tx, note, deps.now)
  await tx.run(sql`
    insert into credits (account_id, cents, credit_note_id, created_at)
    values (${note.accountId}, ${note.cents}, ${note.id}, ${deps.now})`)
  await postCreditNote(tx, deps, { ...note, number })
}

function usedOtherwise(): Refused {
  return refuse('other-body', { errors: 'This key was used for another refund.' })
}

/** What was asked, without who asks: a colleague who repeats a key with the same request gets its outcome. */
function digestOf({ bill, howMuch, way, reason, isOnceSettled }: Asked): Buffer {
  return createHash('sha256').update(JSON.stringify({ bill, howMuch, way, reason, isOnceSettled })).digest()
}
