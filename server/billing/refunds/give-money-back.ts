import { createHash } from 'node:crypto'
import type { RefundReason } from '#contract/billing/refund-reasons.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { chooseLines, type HowMuch } from './choose-lines.ts'
import {
  type CreditNote,
  findNote,
  findOtherNote,
  freeKeyOfRefused,
  insertNote,
  issueNote,
  lockBill,
  lockOpenNote,
  type RefundDeps,
  type Way,
} from './credit-notes.ts'
import { postCreditNote } from './mails.ts'
import type { OtherKeys } from './once-for-key.ts'
import { askAgain, beginRefund, sendRefund } from './send-refund.ts'
import { sendOnceSettled, waitEnds } from './waiting-refund.ts'

export type Asked = {
  /** The same key never gives money back twice. */
  key: string
  /**
   * The same request under one of these is the same, too. With them nobody chose the key, and it is free again for what the
   * bank has refused.
   */
  others?: OtherKeys | undefined
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

/** An issued note has its number; an open one waits for the bank; a refused one moved no money. */
export type GivenBack = Pick<CreditNote, 'key' | 'state' | 'number' | 'cents' | 'way' | 'waitsUntil'> & {
  isRepeat: boolean
  /** The bank refused it when it was asked for before, and was not asked now. */
  isFormerRefusal: boolean
}

/**
 * Gives money of a paid bill back, to the card or as credit for the next bill, once for each key and never more than
 * was paid. The bill is locked while the note is written, so two operators at once cannot give back the same money.
 */
export async function giveMoneyBack(deps: RefundDeps, asked: Asked): Promise<GivenBack | Refused> {
  const { db, clock } = deps
  const begun = await db.transaction((tx) => beginGivingBack(tx, { ...deps, now: clock.now() }, asked))
  if (isRefused(begun)) return begun
  const key = begun.formerKey ?? asked.key
  if (begun.refundKey) await sendRefund(deps, begun.refundKey)
  else await askAgain(deps, key)
  const note = await findNote(db, key)
  if (!note) throw new Error(`The credit note ${key} is missing`)
  const { formerKey, isFormerRefusal = false } = begun
  return { ...note, isRepeat: formerKey !== undefined, isFormerRefusal }
}

export type Begun = {
  /** The refund that the gateway is to be asked for once the transaction has ended. Credit needs none. */
  refundKey?: string
  /** The note that was written now. */
  noteId?: number
  /** The key under which the same request was made before. */
  formerKey?: string
  isFormerRefusal?: boolean
}

/** Records everything in the caller's transaction. */
export async function beginGivingBack(tx: Db, deps: BeginDeps, asked: Asked): Promise<Begun | Refused> {
  const digest = digestOf(asked)
  const bill = await lockBill(tx, asked.bill)
  // Looked up after the lock, so that a second request with the same key sees the first one's note.
  const former = await findFormer(tx, asked)
  if (former)
    return digest.equals(former.bodyDigest)
      ? { formerKey: former.key, isFormerRefusal: former.state === 'refused' }
      : usedOtherwise()
  if (!bill) return refuse('not-found', { errors: `There is no bill ${asked.bill}.` })
  const chosen = await chooseLines(tx, bill, asked)
  if (isRefused(chosen)) return chosen
  const { cents, lines } = chosen
  const { key, way, reason, words, actor, agreedBy } = asked
  const { accountId } = bill
  const waitsUntil = asked.isOnceSettled && bill.charge ? waitEnds(deps.now) : undefined
  // The new note has a new key at the gateway, too, which would repeat its answer to the old one.
  if (asked.others) await freeKeyOfRefused(tx, key)
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
    return { noteId }
  }
  const action = way === 'card' ? 'bill-refunded' : 'bill-credited'
  await recordAudit(tx, { actor, action, accountId, details }, deps.now)
  if (way === 'card' && bill.charge)
    return { noteId, refundKey: await beginRefund(tx, deps, { noteId, chargeId: bill.charge.id, cents }) }
  await giveCredit(tx, deps, noteId)
  return { noteId }
}

async function findFormer(tx: Db, { key, others }: Asked): Promise<CreditNote | undefined> {
  const note = await findNote(tx, key)
  if (!others) return note
  return note && note.state !== 'refused' ? note : findOtherNote(tx, others)
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
