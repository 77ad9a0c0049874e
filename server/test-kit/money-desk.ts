import type { ApprovalState, CountedMoney, MoneyPreview } from '#contract/billing/approvals.ts'
import { previewMoney, requestMoney } from '#contract/desk/money.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import type { TestOperator } from './desk.ts'
import type { Harness } from './harness.ts'
import { type Subscribed, subscribe } from './subscriptions.ts'

export type Billed = Subscribed & { bill: string }
type What = Partial<BodyOf<typeof previewMoney>>
type Answer = { status: number; body: Record<string, unknown> }
export type Shown = { preview: MoneyPreview; counted: CountedMoney; needs_second: boolean }
export type Outcome = { id: number; state: ApprovalState; says: string; note_number: string | null }

/** An account whose renewal was paid by card three days ago. $149.00 for one triple line dialer. */
export async function renewed(harness: Harness, plan: { triple: number } = { triple: 1 }): Promise<Billed> {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { plan })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.advance(3 * DAY)
  const { number } = await harness.db.one<{ number: string }>(sql`
    select number from invoices where account_id = ${one.accountId} and charge_id is not null`)
  return { ...one, bill: number }
}

const words = 'The lines were down'
export const giveBack = ({ pin, bill }: Billed, more: What = {}): What => ({
  number: pin,
  bill,
  action: 'refund',
  how_much: 'rest',
  reason: 'goodwill',
  words,
  ...more,
})
export const part = (one: Billed, amount: string, more: What = {}): What =>
  giveBack(one, { how_much: 'amount', amount, ...more })
export const extend = ({ pin }: Subscribed, days: string): What => ({
  number: pin,
  action: 'extend',
  days,
  words,
})
export const waive = ({ pin }: Subscribed): What => ({ number: pin, action: 'waive', words })

let keys = 0
export function freshKey(): string {
  keys += 1
  return `dialog-${process.pid}-${keys}`
}

export async function show(operator: TestOperator, what: What): Promise<Shown> {
  const { status, body } = await operator.send(previewMoney, what)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data as Shown
}

/** What the page sends when the button is pressed. */
export function press(operator: TestOperator, what: What, shown: Shown, key = freshKey()): Promise<Answer> {
  const { preview, needs_second } = shown
  return operator.send(requestMoney, { ...what, order_key: key, seen: preview.facts, needs_second })
}

/** Previews, then executes. */
export async function give(operator: TestOperator, what: What): Promise<Outcome> {
  const { status, body } = await press(operator, what, await show(operator, what))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data as Outcome
}

export async function lastMailTo(
  { db }: Harness,
  { email }: Subscribed,
): Promise<{ subject: string; plain: string }> {
  return db.one(sql`select subject, plain from mails where recipient = ${email} order by id desc limit 1`)
}

/** Operators' actions on an account, oldest first. */
export function entriesOf({ db }: Harness, { accountId }: Subscribed) {
  return db.many<{ action: string; actor: string; details: Record<string, unknown> }>(sql`
    select action, actor, details from audit where account_id = ${accountId} and actor like 'operator:%' order by id`)
}
