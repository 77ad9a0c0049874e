import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Database } from '#server/platform/db/database.ts'
import { outsideTransactions } from '#server/platform/db/outside-transaction.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { CardUpdate, ChargeOutcome, FoundCharge, Payments } from '#server/ports/payments.ts'
import type { Banks } from './banks.ts'
import type { BankReason } from './customers.ts'
import { cardWithToken, customerAt } from './numbers.ts'

type Row = {
  outcome: 'paid' | 'declined' | 'unsent'
  reason: BankReason | null
  isHard: boolean
  knownAt: Date
}

/** A gateway in front of the banks. Its ledger, in the same database, is what the proof counts. */
export function openBankGateway({
  db,
  clock,
  banks,
}: {
  db: Database
  clock: Clock
  banks: Banks
}): Payments {
  return outsideTransactions({
    name: 'banks',

    async charge({ key, token, amount, isRenewal }) {
      const now = clock.now()
      const { number, card } = cardWithToken(token)
      const id = { ...customerAt(number), card }
      const delivery = banks.deliveryOf(id, now)
      const answer = banks.answerOf(id, now)
      const row: Row = {
        outcome: delivery.kind === 'unsent' ? 'unsent' : answer.kind,
        reason: answer.kind === 'declined' ? answer.reason : null,
        isHard: answer.kind === 'declined' && answer.isHard,
        knownAt: delivery.kind === 'heard' ? now : delivery.knownAt,
      }
      await db.run(sql`
        insert into bank_charges (key, number, card, amount_cents, is_renewal, outcome, reason, is_hard, sent_at, known_at)
        values (${key}, ${number}, ${card}, ${amount}, ${isRenewal}, ${row.outcome}, ${row.reason}, ${row.isHard}, ${now}, ${row.knownAt})`)
      return delivery.kind === 'heard' ? (outcomeOf(key, row) as ChargeOutcome) : { kind: 'unknown' }
    },

    async find(key) {
      const row = await db.maybe<Row>(sql`
        select outcome, reason, is_hard as "isHard", known_at as "knownAt" from bank_charges where key = ${key}`)
      if (!row) return { kind: 'absent' }
      return row.knownAt > clock.now() ? { kind: 'unknown' } : outcomeOf(key, row)
    },

    /** The link names the cards whose banks have changed them. */
    async readCardReport({ link, on }) {
      return link.split(' ').map((token) => updateOf(banks, token, on))
    },

    vault: () => neverHere('vault'),
    deleteCard: () => neverHere('deleteCard'),
    void: () => neverHere('void'),
    refund: () => neverHere('refund'),
    findRefund: () => neverHere('findRefund'),
    readNotice: () => neverHere('readNotice'),
  })
}

export async function keepLedger(db: Database): Promise<void> {
  await db.run(sql`
    create table bank_charges (
      id bigint generated always as identity primary key, key text not null unique, number integer not null,
      card text not null, amount_cents integer not null, is_renewal boolean not null, outcome text not null,
      reason text, is_hard boolean not null, sent_at timestamptz not null, known_at timestamptz not null)`)
}

function updateOf(banks: Banks, token: string, on: Day): CardUpdate | undefined {
  const { number, card } = cardWithToken(token)
  const { mix, customer } = customerAt(number)
  switch (banks.customerOf(mix, customer).cards[card]?.update?.kind) {
    case 'renumbered':
      return { token, on, kind: 'number', lastFour: '4444' }
    case 'new-date':
      return { token, on, kind: 'date', expires: { month: 6, year: 2044 } }
    case 'closed':
      return { token, on, kind: 'closed' }
    case undefined:
      return undefined
  }
}

function outcomeOf(key: string, { outcome, reason, isHard }: Row): FoundCharge {
  switch (outcome) {
    case 'paid':
      return { kind: 'paid', reference: `bank-${key}` }
    case 'declined':
      return { kind: 'declined', reason: reason ?? 'declined', isHard }
    case 'unsent':
      return { kind: 'absent' }
  }
}

function neverHere(call: string): never {
  throw new Error(`Nobody calls ${call} in this simulation`)
}
