import { type ItemKey, items, type PlanLine } from '#contract/catalogue/plan.ts'
import { pricesAt } from '#server/billing/prices.ts'
import { beginSubscription } from '#server/billing/subscriptions/begin-subscription.ts'
import { note } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'
import { type FoundAccount, theAccount } from '../find-account.ts'

/** The plan stays as it is and costs nothing: each month has a bill of zero, and the bank is not asked. */
export const giveAccessCommand: Command = {
  name: 'access give',
  takes: 'NUMBER',
  says: 'Gives an account its plan without charge.',
  flags: { reason: { takes: 'TEXT', says: 'why, for whoever looks next' } },
  async run({ db }, { words, flag, actor, now }) {
    const account = await theAccount(db, words.join(' '))
    if (isRefused(account)) return account
    const refused = await refusalOf(db, account)
    if (refused) return refused
    await db.transaction(async (tx) => {
      const running = await runningSubscription(tx, account.id)
      if (running) await waive(tx, running, now)
      else await beginFree(tx, account.id, now)
      await tx.run(sql`
        update accounts set status = 'free agent', status_since = ${now} where id = ${account.id}`)
      const details = { before: account.status, reason: flag('reason') ?? '' }
      await note(tx, { actor, action: 'access-given', accountId: account.id, details }, now)
    })
    return { said: `${account.pin} (${account.company}) has its plan without charge from now on.` }
  },
}

export const endAccessCommand: Command = {
  name: 'access end',
  takes: 'NUMBER',
  says: 'Ends free access: from the next month on the plan costs what it costs today.',
  async run({ db }, { words, actor, now }) {
    const account = await theAccount(db, words.join(' '))
    if (isRefused(account)) return account
    if (account.status !== 'free agent' && !(await hasGiven(db, account.id)))
      return refuse('invalid-fields', { errors: `${account.pin} has no free access.` })
    const card = await db.maybe(
      sql`select 1 from cards where account_id = ${account.id} and replaced_at is null`,
    )
    if (!card)
      return refuse('invalid-fields', {
        errors: `${account.pin} has no card on file, so that the next month could not be charged. Its owner can add one under Billing.`,
      })
    await db.transaction(async (tx) => {
      const prices = await pricesAt(tx, now)
      const running = await runningSubscription(tx, account.id)
      // A row of which a part is paid for has its price already.
      for (const item of running ? await itemsOf(tx, running) : [])
        await tx.run(sql`
          update subscription_items set given = 0,
            unit_price_cents = case when given < quantity and unit_price_cents > 0 then unit_price_cents
              else ${prices[items[item.key].priceKey]} end
          where subscription_id = ${running} and item = ${item.key}`)
      await tx.run(sql`
        update accounts set status = 'active', status_since = ${now} where id = ${account.id} and status = 'free agent'`)
      await note(tx, { actor, action: 'access-ended', accountId: account.id }, now)
    })
    return { said: `${account.pin} (${account.company}) pays again, from its next month on.` }
  },
}

async function refusalOf(db: Db, account: FoundAccount): Promise<Refused | undefined> {
  const because = (errors: string) => refuse('invalid-fields', { errors })
  if (account.isFraud) return because(`${account.pin} is marked for fraud. Take that back first: fraud undo.`)
  if (account.status === 'free agent') return because(`${account.pin} has free access already.`)
  if (account.status === 'pending') return because(`${account.pin} is still being set up. Wait for that.`)
  if (account.status === 'free signup agent')
    return because(`The owner of ${account.pin} has not joined yet, and could not sign in.`)
  const charging = await db.maybe(sql`
    select 1 from periods p join subscriptions s on s.id = p.subscription_id
    where s.account_id = ${account.id} and p.state = 'charging'`)
  return charging ? because(`A charge of ${account.pin} is under way. See "charge list".`) : undefined
}

/** Some of what it has was given, though it pays for the rest. */
async function hasGiven(db: Db, accountId: number): Promise<boolean> {
  const given = await db.maybe(sql`
    select 1 from subscription_items
    where subscription_id = (select max(id) from subscriptions where account_id = ${accountId}) and given > 0 limit 1`)
  return given !== undefined
}

async function runningSubscription(tx: Db, accountId: number): Promise<number | undefined> {
  const running = await tx.maybe<{ id: number }>(sql`
    select id from subscriptions where account_id = ${accountId} and ended_at is null for update`)
  return running?.id
}

/** An open month is forgiven: its bill keeps its lines and gets a credit for all of them. */
async function waive(tx: Db, subscriptionId: number, now: Date): Promise<void> {
  await tx.run(
    sql`update subscription_items set unit_price_cents = 0, given = quantity where subscription_id = ${subscriptionId}`,
  )
  // A change that waits for the next month brings its prices along.
  await tx.run(sql`
    update subscription_changes set withdrawn_at = ${now}
    where subscription_id = ${subscriptionId} and applied_at is null and withdrawn_at is null`)
  const forgiven = await tx.many<{ id: number }>(sql`
    update periods set state = 'free', paid_at = ${now}, next_try_at = null
    where subscription_id = ${subscriptionId} and state in ('due', 'past_due') returning id`)
  for (const period of forgiven)
    await tx.run(sql`
      with bill as (
        update invoices set paid_at = ${now}, total_cents = 0, note = 'Forgiven: access without charge.'
        where period_id = ${period.id} and paid_at is null returning id
      )
      insert into invoice_lines (invoice_id, position, kind, label, quantity, unit_price_cents, amount_cents)
      select bill.id, max(l.position) + 1, 'credit', 'Access without charge', 1, -sum(l.amount_cents), -sum(l.amount_cents)
      from bill join invoice_lines l on l.invoice_id = bill.id group by bill.id`)
  await tx.run(sql`
    update subscriptions set cancel_requested_at = null, cancel_on = null, cancel_reason = null, cancel_reference = null,
      next_at = coalesce(next_at, (select max(ends_at) from periods where subscription_id = ${subscriptionId}))
    where id = ${subscriptionId}`)
}

/** What there was before, or agent access where there never was anything. */
async function beginFree(tx: Db, accountId: number, now: Date): Promise<void> {
  const last = await tx.maybe<{ id: number }>(
    sql`select max(id) as id from subscriptions where account_id = ${accountId}`,
  )
  const had = last?.id ? await itemsOf(tx, last.id) : []
  const bought: { key: ItemKey; quantity: number }[] = had.length > 0 ? had : [{ key: 'lead', quantity: 1 }]
  const lines = bought.map(
    ({ key, quantity }): PlanLine => ({
      key,
      quantity,
      given: quantity,
      label: items[key].label,
      unitPrice: 0,
      amount: 0,
    }),
  )
  const { timeZone } = await tx.one<{ timeZone: string }>(
    sql`select time_zone as "timeZone" from accounts where id = ${accountId}`,
  )
  const note = 'Access without charge.'
  await beginSubscription(tx, { accountId, orderId: null, chargeId: null, timeZone, lines, note }, now)
}

function itemsOf(tx: Db, subscriptionId: number): Promise<{ key: ItemKey; quantity: number }[]> {
  return tx.many(
    sql`select item as key, quantity from subscription_items where subscription_id = ${subscriptionId}`,
  )
}
