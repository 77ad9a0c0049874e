import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { daysAfter } from '#contract/calendar/billing-dates.ts'
import type { RefundDeps } from '#server/billing/refunds/credit-notes.ts'
import { solveFailedRefund } from '#server/billing/refunds/decide-failed-refund.ts'
import { takeFailedRefund } from '#server/billing/refunds/failed-refund.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { extendMonth, giveMoneyBack, takeCreditBack, waiveMonth } from '#server/test-kit/money-back.ts'
import { DAY, later, systemClock } from '../../server/ports/clock.ts'
import { DECLINED_AT_RENEWAL, type Subscribed, subscribe } from '../../server/test-kit/subscriptions.ts'
import type { Office as OfficeOf } from './operators-office.ts'
import { openRenewalHarness } from './renewal-harness.ts'

/** What an operator can do with paid or owed money. */
export type Action =
  | 'refund a part'
  | 'refund the whole'
  | 'void'
  | 'credit'
  | 'extend'
  | 'waive'
  | 'take credit back'
  | 'pay credit out'
  | 'send a failed refund again'
  | 'give a failed payout as credit'
const EXTENDED_DAYS = 7
const PART_CENTS = 2_500

type Billed = Subscribed & { bill: string; endsOn: string; failedRefund?: number }
export type Asked = Billed & { action: Action; key: string }
type Office = OfficeOf<Asked>

/** One action on one account after another, then with the same key by two operators. */
export const moneyBack = (office: Office, action: Action) => ({
  prepare: async (step: number): Promise<Asked> => ({
    ...(await prepare(office, action)),
    action,
    key: `${action.replaceAll(' ', '-')}-${step}`,
  }),
  // A failed refund is decided once: the second operator is told so.
  mustSucceed: !decisions.has(action),
})

const decisions: ReadonlySet<Action> = new Set<Action>([
  'send a failed refund again',
  'give a failed payout as credit',
])

const why = { words: 'The lines were down', actor: 'operator:kim' } as const

/** Runs in an operator's process. */
export async function carryOut(deps: RefundDeps, request: Asked): Promise<Refused | undefined> {
  const { action, key, bill, accountId, failedRefund = 0 } = request
  const part = {
    key,
    bill,
    howMuch: { kind: 'amount', cents: PART_CENTS },
    reason: 'goodwill',
    ...why,
  } as const
  // A new key each time: a repeat runs again and finds its decision already made.
  const decision = { id: failedRefund, key: randomUUID(), ...why }
  switch (action) {
    case 'refund a part':
      return outcomeOf(giveMoneyBack(deps, { ...part, way: 'card' }))
    case 'refund the whole':
    case 'void':
      return outcomeOf(giveMoneyBack(deps, { ...part, howMuch: { kind: 'rest' }, way: 'card' }))
    case 'credit':
      return outcomeOf(giveMoneyBack(deps, { ...part, way: 'credit' }))
    case 'extend':
      return outcomeOf(extendMonth(deps, { key, accountId, days: EXTENDED_DAYS, ...why }))
    case 'waive':
      return outcomeOf(waiveMonth(deps, { key, accountId, ...why }))
    case 'take credit back':
      return outcomeOf(takeCreditBack(deps, { ...part, isPaidOut: false }))
    case 'pay credit out':
      return outcomeOf(takeCreditBack(deps, { ...part, isPaidOut: true }))
    case 'send a failed refund again':
      return outcomeOf(solveFailedRefund(deps, { ...decision, choice: 'again' }))
    case 'give a failed payout as credit':
      return outcomeOf(solveFailedRefund(deps, { ...decision, choice: 'credit' }))
  }
}

async function outcomeOf(done: Promise<object | Refused>): Promise<Refused | undefined> {
  const outcome = await done
  if (isRefused(outcome)) return outcome
  const hasMovedNothing = 'state' in outcome && (outcome.state === 'refused' || outcome.state === 'failed')
  return hasMovedNothing ? refuse('invalid-fields', { errors: 'The bank refused it' }) : undefined
}

/** An account whose renewal was paid by card, days ago or just now, or was refused. */
async function prepare({ db }: Office, action: Action): Promise<Billed> {
  const renewedAt = later(systemClock.now(), action === 'void' ? 0 : -3 * DAY)
  let now = later(renewedAt, -32 * DAY)
  const harness = await openRenewalHarness(db, { now: () => now })
  const one = await subscribe(harness, action === 'waive' ? { number: DECLINED_AT_RENEWAL } : {})
  now = renewedAt
  await renewDue(harness)
  const billed = await db.one<{ bill: string; endsOn: string }>(sql`
    select i.number as bill, p.ends_on as "endsOn" from invoices i join periods p on p.id = i.period_id
    where i.account_id = ${one.accountId} and p.subscription_id = ${one.subscriptionId} order by i.id desc limit 1`)
  now = systemClock.now()
  const failedRefund = await beforehand(harness, action, { ...one, ...billed })
  await harness.jobs.stop()
  return { ...one, ...billed, ...(failedRefund !== undefined && { failedRefund }) }
}

/** What was given before the action, and for a decision its failed refund. */
async function beforehand(harness: RefundDeps, action: Action, billed: Billed): Promise<number | undefined> {
  const { bill } = billed
  const request = { bill, howMuch: { kind: 'amount', cents: PART_CENTS }, reason: 'goodwill' } as const
  if (
    action === 'take credit back' ||
    action === 'pay credit out' ||
    action === 'give a failed payout as credit'
  )
    await giveMoneyBack(harness, { ...request, ...why, way: 'credit', key: `credit-${bill}` })
  if (!decisions.has(action)) return undefined
  if (action === 'send a failed refund again')
    await giveMoneyBack(harness, { ...request, ...why, way: 'card', key: `refund-${bill}` })
  else await takeCreditBack(harness, { ...request, ...why, isPaidOut: true, key: `payout-${bill}` })
  return failRefund(harness, billed)
}

/**
 * The bank fails to carry out an account's refund, and the gateway sends a notice. Returns the id under which
 * it waits.
 */
async function failRefund({ db, clock, jobs, config }: RefundDeps, { accountId }: Billed): Promise<number> {
  const { id, ...notice } = await db.one<{
    id: number
    reference: string
    refund: string
    amount: number
  }>(sql`
    update sandbox_refunds s set failed_at = ${clock.now()} from refunds r join charges c on c.id = r.charge_id
    where s.key = r.key and c.account_id = ${accountId}
    returning c.id, c.gateway_reference as reference, s.reference as refund, s.amount_cents as amount`)
  const deps = { jobs, config, now: clock.now(), log: pino({ enabled: false }) }
  await db.transaction((tx) =>
    takeFailedRefund(tx, deps, { id, accountId }, { kind: 'refund-failed', ...notice }),
  )
  const { waiting } = await db.one<{ waiting: number }>(sql`
    select id as waiting from failed_refunds where account_id = ${accountId} and state = 'waiting'`)
  return waiting
}

/** Waits until no refund waits for the bank any more, or the time is over. */
export async function settle({ db }: Office, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const open = await db.maybe(sql`select 1 from credit_notes where state = 'open' limit 1`)
    if (!open) return
    await pause(100)
  }
}

/** Describes every account where books, gateway, bills and mails disagree. */
export async function differencesOf(office: Office): Promise<string[]> {
  const found = await Promise.all(office.asked.map((one) => differenceOf(office, one)))
  return found.flat()
}

async function differenceOf({ db }: Office, one: Asked): Promise<string[]> {
  const { accountId, action } = one
  const is = await db.one<Record<string, number | string>>(sql`
    select
      (select coalesce(sum(case when s.voided_at is not null then s.amount_cents else (
          select coalesce(sum(r.amount_cents), 0) from sandbox_refunds r
          where r.charge_reference = s.reference and r.failed_at is null) end), 0)::integer
        from sandbox_charges s join charges c on c.key = s.key where c.account_id = ${accountId}) as gateway,
      (select coalesce(sum(refunded_cents), 0)::integer from charges where account_id = ${accountId}) as books,
      (select coalesce(sum(refunded_cents), 0)::integer from invoices where account_id = ${accountId}) as bills,
      (select coalesce(sum(credited_cents), 0)::integer from invoices where account_id = ${accountId}) as "creditedBills",
      (select coalesce(sum(cents), 0)::integer from credits where account_id = ${accountId}) as credit,
      (select count(*) from credit_notes where account_id = ${accountId} and state = 'open') as "openNotes",
      (select count(*) from credit_notes where account_id = ${accountId} and state = 'issued') as notes,
      (select count(*) from mails where account_id = ${accountId}
        and purpose in ('refunded', 'credited', 'credit-taken-back', 'month-extended', 'bill-waived')) as mails,
      (select count(*) from audit where account_id = ${accountId} and action in (
        'bill-refunded', 'bill-credited', 'credit-taken-back', 'failed-refund-sent-again', 'failed-refund-credited',
        'month-extended', 'bill-waived')) as entries,
      (select coalesce(sum(cents), 0)::integer from revenue_movements where account_id = ${accountId} and kind = 'refunded')
        as "refundedFigures",
      (select coalesce(sum(cents), 0)::integer from revenue_movements where account_id = ${accountId} and kind = 'credited')
        as "creditedFigures",
      (select count(*) from failed_refunds where account_id = ${accountId} and state = 'waiting') as "waitingRefunds",
      (select ends_on from periods where subscription_id = ${one.subscriptionId} order by id desc limit 1) as "endsOn",
      (select total_cents from invoices where number = ${one.bill}) as total`)
  const should = expected(one)
  return Object.entries(should)
    .filter(([name, value]) => is[name] !== value)
    .map(([name, value]) => `${one.key} (${action}): ${name} is ${is[name]}, should be ${value}`)
}

/** A month of the default plan. */
const MONTH_CENTS = 14_900

const backCents: Partial<Record<Action, number>> = {
  'refund a part': PART_CENTS,
  'refund the whole': MONTH_CENTS,
  void: MONTH_CENTS,
  'pay credit out': PART_CENTS,
  'send a failed refund again': PART_CENTS,
}

/** Includes what was given beforehand. A failed note no longer counts. */
const papers: Partial<Record<Action, { notes: number; mails: number; entries: number }>> = {
  'take credit back': { notes: 2, mails: 2, entries: 2 },
  'pay credit out': { notes: 3, mails: 2, entries: 3 },
  'send a failed refund again': { notes: 1, mails: 2, entries: 3 },
  'give a failed payout as credit': { notes: 3, mails: 3, entries: 5 },
}

function expected({ action, endsOn }: Asked): Record<string, number | string> {
  const cents = backCents[action] ?? 0
  const credit = action === 'credit' || action === 'give a failed payout as credit' ? PART_CENTS : 0
  const { notes, mails, entries } = papers[action] ?? {
    notes: cents + credit > 0 ? 1 : 0,
    mails: 1,
    entries: 1,
  }
  return {
    gateway: cents,
    books: cents,
    bills: cents,
    refundedFigures: cents,
    credit,
    creditedBills: credit,
    creditedFigures: credit,
    openNotes: 0,
    waitingRefunds: 0,
    notes,
    mails,
    entries,
    endsOn: action === 'extend' ? daysAfter(endsOn, EXTENDED_DAYS) : endsOn,
    total: action === 'waive' ? 0 : MONTH_CENTS,
  }
}
