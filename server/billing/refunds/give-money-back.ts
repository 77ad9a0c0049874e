import { createHash } from 'node:crypto'
import type { RefundReason } from '#contract/billing/refund-reasons.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import {
  type CreditNote,
  findNote,
  insertNote,
  issueNote,
  linesGivenBack,
  lockBill,
  lockOpenNote,
  type NoteLine,
  type PaidBill,
  type RefundDeps,
  type Way,
} from './credit-notes.ts'
import { postCreditNote } from './mails.ts'
import { beginRefund, sendRefund } from './send-refund.ts'

/** How much: what is left of the bill, an amount, or some of its lines by their position. */
export type HowMuch =
  | { kind: 'rest' }
  | { kind: 'amount'; cents: number }
  | { kind: 'lines'; positions: number[] }

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
}

/** An issued note has its number; an open one waits for the bank; a refused one moved no money. */
export type GivenBack = Pick<CreditNote, 'state' | 'number' | 'cents' | 'way'>

/**
 * Gives money of a paid bill back, to the card or as credit for the next bill, once for each key and never more than
 * was paid. The bill is locked while the note is written, so two operators at once cannot give back the same money.
 */
export async function giveMoneyBack(deps: RefundDeps, asked: Asked): Promise<GivenBack | Refused> {
  const { db, clock } = deps
  const digest = digestOf(asked)
  const begun = await db.transaction((tx) => begin(tx, { ...deps, now: clock.now() }, asked, digest))
  if (isRefused(begun)) return begun
  if (begun.refundKey) await sendRefund(deps, begun.refundKey)
  const note = await findNote(db, asked.key)
  if (!note) throw new Error(`The credit note ${asked.key} is missing`)
  return note
}

type Begun = { refundKey?: string }

async function begin(
  tx: Db,
  deps: RefundDeps & { now: Date },
  asked: Asked,
  digest: Buffer,
): Promise<Begun | Refused> {
  const bill = await lockBill(tx, asked.bill)
  // Looked up after the lock, so that a second request with the same key sees the first one's note.
  const former = await findNote(tx, asked.key)
  if (former) return digest.equals(former.bodyDigest) ? {} : usedOtherwise()
  if (!bill) return refuse('not-found', { errors: `There is no bill ${asked.bill}.` })
  const chosen = await chooseLines(tx, bill, asked)
  if (isRefused(chosen)) return chosen
  const { cents, lines } = chosen
  const { key, way, reason, words, actor } = asked
  const { accountId } = bill
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
    },
    deps.now,
  )
  if (noteId === undefined) return usedOtherwise()
  const details = { bill: bill.number, cents, reason, words }
  const action = way === 'card' ? 'bill-refunded' : 'bill-credited'
  await recordAudit(tx, { actor, action, accountId, details }, deps.now)
  if (way === 'card' && bill.charge)
    return { refundKey: await beginRefund(tx, deps, { noteId, chargeId: bill.charge.id, cents }) }
  await giveCredit(tx, deps, noteId)
  return {}
}

/** Credit needs no bank: the note is issued at once. */
async function giveCredit(tx: Db, deps: RefundDeps & { now: Date }, noteId: number): Promise<void> {
  const note = await lockOpenNote(tx, noteId)
  if (!note) return
  const number = await issueNote(tx, note, deps.now)
  await tx.run(sql`
    insert into credits (account_id, cents, credit_note_id, created_at)
    values (${note.accountId}, ${note.cents}, ${note.id}, ${deps.now})`)
  await postCreditNote(tx, deps, { ...note, number })
}

type Chosen = { cents: number; lines: NoteLine[] }

async function chooseLines(tx: Db, bill: PaidBill, { howMuch, way }: Asked): Promise<Chosen | Refused> {
  const rest = bill.totalCents - bill.backCents
  if (!bill.paidAt) return wrong(`Bill ${bill.number} is not paid, so there is nothing to give back.`)
  if (bill.charge?.isDisputed)
    return wrong(`The payment of bill ${bill.number} is disputed. Wait for the decision of the bank.`)
  if (rest <= 0) return wrong(`Nothing is left to give back of bill ${bill.number}.`)
  const chosen = await wanted(tx, bill, howMuch, rest)
  if (isRefused(chosen)) return chosen
  if (chosen.cents > rest)
    return wrong(`Only ${formatAmount(rest)} of bill ${bill.number} can still be given back.`)
  if (way === 'credit') return chosen
  if (!bill.charge) return wrong(`Bill ${bill.number} was not paid by card. Give credit instead.`)
  return chosen.cents > bill.charge.cents - bill.charge.backCents
    ? wrong(`Only ${formatAmount(bill.charge.cents - bill.charge.backCents)} can still go back to the card.`)
    : chosen
}

async function wanted(tx: Db, bill: PaidBill, howMuch: HowMuch, rest: number): Promise<Chosen | Refused> {
  switch (howMuch.kind) {
    case 'rest':
      return rest === bill.totalCents
        ? { cents: rest, lines: bill.lines }
        : { cents: rest, lines: [{ label: `The rest of bill ${bill.number}`, cents: rest }] }
    case 'amount':
      return howMuch.cents > 0
        ? { cents: howMuch.cents, lines: [{ label: `Part of bill ${bill.number}`, cents: howMuch.cents }] }
        : wrong('The amount must be more than zero.')
    case 'lines':
      return linesOf(tx, bill, howMuch.positions)
  }
}

async function linesOf(tx: Db, bill: PaidBill, positions: readonly number[]): Promise<Chosen | Refused> {
  const given = await linesGivenBack(tx, bill.id)
  const lines: NoteLine[] = []
  for (const position of new Set(positions)) {
    const line = bill.lines.find((one) => one.position === position)
    if (!line) return wrong(`Bill ${bill.number} has no line ${position + 1}.`)
    const cents = line.cents - (given.get(position) ?? 0)
    if (cents <= 0) return wrong(`Nothing is left to give back of line ${position + 1}, ${line.label}.`)
    lines.push({ ...line, cents })
  }
  if (lines.length === 0) return wrong('Choose at least one line.')
  return { cents: lines.reduce((sum, line) => sum + line.cents, 0), lines }
}

function usedOtherwise(): Refused {
  return refuse('other-body', { errors: 'This key was used for another refund.' })
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}

/** What was asked, without who asks: a colleague who repeats a key with the same request gets its outcome. */
function digestOf({ bill, howMuch, way, reason }: Asked): Buffer {
  return createHash('sha256').update(JSON.stringify({ bill, howMuch, way, reason })).digest()
}
