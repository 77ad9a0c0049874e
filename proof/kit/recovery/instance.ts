// One instance of the product, reduced to renewals, payments by hand and reports about cards, with a clock that
// its parent controls.

import { applyReport, takeCardReport } from '#server/billing/card-reports/card-reports.ts'
import type { TypedCard } from '#server/billing/cards/charge-card.ts'
import { findOpenBalance, payOpenBalance } from '#server/billing/orders/open-balance.ts'
import { findPlan } from '#server/billing/renewals/plans-for-operators.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { payOpen, showPay } from '#server/features/account/billing/pay-open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { HOUR } from '#server/ports/clock.ts'
import type { CountedPayment, Risk } from '#server/ports/fraud.ts'
import { openRenewalHarness } from '../renewal-harness.ts'
import { openBankGateway } from './bank-gateway.ts'
import { openBanks } from './banks.ts'
import { lastFours, tokenOf } from './numbers.ts'
import type { Asked, PayAnswer, PayRequest, Told } from './talk.ts'

const [, , url = '', calendar = ''] = process.argv
let now = new Date(0)
const clock = { now: () => now }
const db = openPostgres({ url, poolSize: 8, onIdleError: () => {} })
const payments = openBankGateway({ db, clock, banks: openBanks(JSON.parse(calendar)) })
const harness = await openRenewalHarness(db, clock, payments)

process.on('message', (asked: Asked) => {
  now = new Date(typeof asked === 'string' ? asked : asked.at)
  void answer(asked).then(
    (said) => process.send?.(said),
    (error: Error) => process.send?.({ error: error.stack }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ steps: 0 })

async function answer(asked: Asked): Promise<object> {
  if (typeof asked === 'string') return { steps: await renewDue(harness) }
  if ('pay' in asked) return { answers: await Promise.all(asked.pay.map(pay)) }
  if ('changed' in asked) {
    await takeReport(asked.changed)
    return {}
  }
  return { pages: await look(asked.looks) }
}

type Seen = Omit<Told, 'at'>

/** What people read about some customers who owe: others in each hour. */
async function look(most: number): Promise<Seen[]> {
  const hour = Math.floor(now.getTime() / HOUR)
  const open = await db.many<{ number: number; accountId: number; linkToken: string | null }>(sql`
    select a.pin::integer - 100000 as number, a.id as "accountId",
      (select (regexp_match(m.plain, '/pay/([\\w-]+)/'))[1] from mails m
        where m.account_id = a.id and m.purpose in ('payment-failed', 'last-day') order by m.id desc limit 1) as "linkToken"
    from periods p join subscriptions s on s.id = p.subscription_id join accounts a on a.id = s.account_id
    where p.state = 'past_due' and s.ended_at is null and p.failed_at is not null
    order by (p.id * 7919 + ${hour}::bigint * 104729) % 997 limit ${most}`)
  const seen = await Promise.all(
    open.map(async ({ number, accountId, linkToken }) => {
      const pages = [seeBilling(accountId), seeDesk(accountId), ...(linkToken ? [seePayLink(linkToken)] : [])]
      return (await Promise.all(pages)).map((page) => ({ number, ...page }))
    }),
  )
  return seen.flat()
}

type Page = Omit<Seen, 'number'>

async function seeBilling(accountId: number): Promise<Page> {
  const { open, card, backup } = await showMoney(db, accountId, now)
  const payable = {
    first: card ? card.refused === '' : undefined,
    backup: backup ? backup.refused === '' : undefined,
  }
  return { purpose: 'billing', plain: textOf(open), payable }
}

async function seePayLink(linkToken: string): Promise<Page> {
  const { due } = await showPay(harness as Deps, linkToken)
  if (!due) throw new Error('The latest payment link does not work')
  const { open, card, backup } = due
  const payable = {
    first: card ? !card.isRefused : undefined,
    backup: backup ? !backup.isRefused : undefined,
  }
  return { purpose: 'pay-link', plain: textOf(open), payable }
}

function textOf(open: { sayRefused: string; sayNextTry: string } | null): string {
  return open ? `${open.sayRefused} ${open.sayNextTry}` : ''
}

async function seeDesk(accountId: number): Promise<Page> {
  const plan = await findPlan(db, accountId, now)
  return { purpose: 'desk', plain: plan?.says.join(', ') ?? '' }
}

/** As the gateway announces it, and the job reads it. */
async function takeReport(changed: string[]): Promise<void> {
  const report = { kind: 'card-report', link: changed.join(' '), on: now.toISOString().slice(0, 10) } as const
  await db.transaction((tx) => takeCardReport(tx, harness.jobs, payments.name, report, now))
  const { id } = await db.one<{ id: number }>(sql`select id from card_reports where link = ${report.link}`)
  await applyReport(harness, id)
}

/** What a customer would read after pressing "Pay now", with the card on file or with another one. */
async function pay({ number, accountId, agentId, card }: PayRequest): Promise<PayAnswer> {
  const deps = harness as Deps
  const open = await findOpenBalance(db, accountId)
  if (!open) return 'nothing-open'
  const origin = { ip: '192.0.2.1', device: '' }
  const payer = { accountId, askedBy: { agentId }, origin, shownCents: open.cents }
  const before = await countAsked(number)
  if (card === 'typed') {
    const paid = await payOpenBalance(withVault(number), payer, typedBy(accountId))
    if (paid.kind === 'paid' || paid.kind === 'confirming') return paid.kind
  } else {
    const paid = await payOpen(deps, payer, {})
    if (!isRefused(paid) && paid.data.number) return paid.data.status as 'paid' | 'confirming'
  }
  return (await countAsked(number)) > before ? 'declined' : 'unusable'
}

const expires = { expiresMonth: 12, expiresYear: 2040 }

/** The gateway stores the card that the customer types, and no rule of fraud is in the way. */
function withVault(number: number): Deps {
  const card = { token: tokenOf(number, 'typed'), lastFour: lastFours.typed, brand: 'Visa', ...expires }
  const payment: CountedPayment = { checkNumber: async () => undefined, end: async () => {} }
  return {
    ...harness,
    payments: { ...payments, vault: async () => ({ kind: 'vaulted', card, numberId: null }) },
    fraud: { refusalOf: async () => undefined, countPayment: async () => payment },
  } as Partial<Deps> as Deps
}

function typedBy(accountId: number): TypedCard {
  const billing = { street: '', city: '', region: '', postalCode: '60601', country: 'US' }
  const card = { number: `411111111111${lastFours.typed}`, cvv: '123', holder: 'Owner', billing, ...expires }
  const risk: Risk = {
    email: 'owner@example.com',
    address: '192.0.2.1',
    fingerprint: '',
    device: '',
    visitor: '',
    lastFour: lastFours.typed,
    expiry: '12/2040',
    cardCountry: 'US',
    customerState: 'IL',
    isSignUp: false,
  }
  return { kind: 'typed', card, risk, accountId }
}

async function countAsked(number: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) from bank_charges where number = ${number} and not is_renewal`,
  )
  return Number(count)
}
