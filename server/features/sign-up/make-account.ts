import { randomInt } from 'node:crypto'
import { dayIn, monthsAfter } from '#contract/billing-dates.ts'
import { type PlanLine, totalOf } from '#contract/plan.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Customer, Secrets } from './customer.ts'
import type { NotedCharge } from './orders.ts'

/** What a paid order becomes: account, owner, card, subscription, its first month and the bill for it. */
export async function makeAccount(
  tx: Db,
  paid: { orderId: number; customer: Customer & Secrets; lines: PlanLine[]; charge: NotedCharge },
  now: Date,
): Promise<{ accountId: number; pin: string; invoiceNumber: string; nextChargeOn: string }> {
  const { orderId, customer, lines, charge } = paid
  const account = (await takeOverInvitation(tx, customer, now)) ?? (await insertAccount(tx, customer, now))
  await tx.run(sql`update orders set account_id = ${account.id} where id = ${orderId}`)
  await tx.run(sql`update charges set account_id = ${account.id} where id = ${charge.id}`)
  await tx.run(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, created_at)
    values (${account.id}, ${charge.gateway}, ${charge.token}, ${charge.brand}, ${charge.lastFour}, ${charge.holder},
      ${charge.expiresMonth}, ${charge.expiresYear}, ${now})`)

  const anchor = dayIn(customer.timeZone, now)
  const nextChargeOn = monthsAfter(anchor, 1)
  const subscription = await tx.one<{ id: number }>(sql`
    insert into subscriptions (account_id, anchor_date, time_zone, started_at)
    values (${account.id}, ${anchor}, ${customer.timeZone}, ${now}) returning id`)
  for (const line of lines) {
    await tx.run(sql`
      insert into subscription_items (subscription_id, item, quantity, unit_price_cents)
      values (${subscription.id}, ${line.key}, ${line.quantity}, ${line.unitPrice})`)
  }
  const period = await tx.one<{ id: number }>(sql`
    insert into periods (subscription_id, starts_on, ends_on, due_at, state, tries, paid_at)
    values (${subscription.id}, ${anchor}, ${nextChargeOn}, ${now}, 'paid', 1, ${now}) returning id`)
  const invoice = await tx.one<{ id: number; number: string }>(sql`
    insert into invoices (account_id, order_id, period_id, charge_id, total_cents, issued_at, paid_at)
    values (${account.id}, ${orderId}, ${period.id}, ${charge.id}, ${totalOf(lines)}, ${now}, ${now})
    returning id, number`)
  for (const [position, line] of lines.entries()) {
    await tx.run(sql`
      insert into invoice_lines (invoice_id, position, kind, label, quantity, unit_price_cents, amount_cents)
      values (${invoice.id}, ${position}, 'item', ${line.label}, ${line.quantity}, ${line.unitPrice}, ${line.amount})`)
  }
  return { accountId: account.id, pin: account.pin, invoiceNumber: invoice.number, nextChargeOn }
}

/** Signing up with an email that was invited completes that account. */
async function takeOverInvitation(tx: Db, customer: Customer & Secrets, now: Date) {
  const invited = await tx.maybe<{ id: number; agentId: number; pin: string }>(sql`
    select a.id, g.id as "agentId", a.pin from agents g join accounts a on a.id = g.account_id
    where g.email_key = ${customer.email.toLowerCase()} and g.role = 'owner' and g.joined_at is null
      and g.removed_at is null and a.status = 'free signup agent'
    order by g.id limit 1 for update of g, a`)
  if (!invited) return undefined
  await tx.run(sql`
    update accounts set company = ${customer.company}, status = 'pending', status_since = ${now},
      time_zone = ${customer.timeZone}, industry = ${customer.industry}, mobile_phone = ${customer.mobilePhone},
      office_phone = ${customer.officePhone}, address = ${customer.address}, city = ${customer.city},
      state = ${customer.state}, zip_code = ${customer.zipCode}, country = ${customer.country},
      how_heard = ${customer.howHeard}, how_heard_other = ${customer.howHeardOther}
    where id = ${invited.id}`)
  await tx.run(sql`
    update agents set first_name = ${customer.firstName}, last_name = ${customer.lastName}, email = ${customer.email},
      password_hash = ${customer.passwordHash}, first_security_question = ${customer.firstQuestion},
      first_answer_hash = ${customer.firstAnswerHash}, second_security_question = ${customer.secondQuestion},
      second_answer_hash = ${customer.secondAnswerHash}, joined_at = ${now}
    where id = ${invited.agentId}`)
  return invited
}

async function insertAccount(
  tx: Db,
  customer: Customer & Secrets,
  now: Date,
): Promise<{ id: number; pin: string }> {
  const account = await insertWithFreePin(tx, customer, now)
  await tx.run(sql`
    insert into agents (account_id, email, first_name, last_name, role, password_hash, first_security_question,
      first_answer_hash, second_security_question, second_answer_hash, joined_at, created_at)
    values (${account.id}, ${customer.email}, ${customer.firstName}, ${customer.lastName}, 'owner',
      ${customer.passwordHash}, ${customer.firstQuestion}, ${customer.firstAnswerHash}, ${customer.secondQuestion},
      ${customer.secondAnswerHash}, ${now}, ${now})`)
  return account
}

/** A pin that nobody has: drawn until one is free, without failing the transaction on the way. */
async function insertWithFreePin(
  tx: Db,
  customer: Customer,
  now: Date,
): Promise<{ id: number; pin: string }> {
  for (;;) {
    const pin = String(randomInt(100_000, 1_000_000))
    const account = await tx.maybe<{ id: number; pin: string }>(sql`
      insert into accounts (pin, company, status, time_zone, industry, mobile_phone, office_phone, address, city, state,
        zip_code, country, market_country, market_state, mls, how_heard, how_heard_other, status_since, created_at)
      values (${pin}, ${customer.company}, 'pending', ${customer.timeZone}, ${customer.industry}, ${customer.mobilePhone},
        ${customer.officePhone}, ${customer.address}, ${customer.city}, ${customer.state}, ${customer.zipCode},
        ${customer.country}, ${customer.marketCountry}, ${customer.marketState}, ${customer.mls}, ${customer.howHeard},
        ${customer.howHeardOther}, ${now}, ${now})
      on conflict (pin) do nothing
      returning id, pin`)
    if (account) return account
  }
}
