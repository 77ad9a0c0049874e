import { formatDay, lastMomentBefore } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { type PlanLine, totalOf } from '#contract/catalogue/plan.ts'
import type { Wizard } from '#contract/features/sign-up/bodies.ts'
import { pages } from '#contract/pages.ts'
import { reserveAccountNumber } from '#server/accounts/account-numbers.ts'
import { assignFreeDialer } from '#server/accounts/dialers.ts'
import { beginProvisioning } from '#server/accounts/set-ups.ts'
import { putCardOnFile } from '#server/billing/cards/cards.ts'
import { FIRST_BILL } from '#server/billing/invoices/bill-of-month.ts'
import { beginSubscription } from '#server/billing/subscriptions/subscription.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { type Mail, type MailSite, queueMail } from '#server/platform/mail/queue-mail.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { txOf } from '#server/platform/transaction.ts'
import type { Fulfillment, NotedCharge } from './order.ts'

/**
 * The person signing up, in our own terms: an account is created from this. Never contains a card or a
 * password.
 */
export type Customer = {
  email: string
  firstName: string
  lastName: string
  company: string
  mobilePhone: string
  officePhone: string
  address: string
  city: string
  state: string
  zipCode: string
  country: string
  industry: string
  howHeard: string[]
  howHeardOther: string
  timeZone: string
  marketCountry: string
  marketState: string
  mls: string
  firstQuestion: number
  secondQuestion: number
  wizard: Wizard
}

export type Secrets = { passwordHash: string; firstAnswerHash: string; secondAnswerHash: string }

export type SignUp = { customer: Customer & Secrets; lines: PlanLine[] }
type Paid = { orderId: number; customer: Customer & Secrets; charge: NotedCharge }

/**
 * Creates the account when a sign-up is paid: account, owner, card, subscription, first month and its
 * invoice.
 */
export const signUp: Fulfillment<SignUp> = {
  async reserve(tx, order) {
    const { email, wizard } = order.subject.customer
    await notePaymentStep(tx, order.id, wizard)
    return reserveNumber(tx, order.id, email)
  },
  /** There is no account yet that could have changed. */
  findObstacle: async () => undefined,
  async paid(tx, mailDeps, order, charge) {
    // Only an account has credit, so each sign-up is charged.
    if (!charge) throw new Error(`The paid sign-up ${order.id} has no charge`)
    const { now } = mailDeps
    const { customer, lines } = order.subject
    const paid = { orderId: order.id, customer, charge }
    const account = (await completeInvited(tx, paid, now)) ?? (await insertAccount(tx, paid, now))
    await putCardOnFile(tx, account.id, charge, now)
    const begun = await beginSubscription(
      tx,
      {
        accountId: account.id,
        orderId: order.id,
        chargeId: charge.id,
        timeZone: customer.timeZone,
        lines,
        note: FIRST_BILL,
      },
      now,
    )
    await assignFreeDialer(tx, { accountId: account.id, agentId: account.agentId }, now)
    await tx.run(sql`delete from unfinished_sign_ups where email_key = ${customer.email.toLowerCase()}`)
    await notePaidStep(tx, { orderId: order.id, accountId: account.id, wizard: customer.wizard }, now)
    await beginProvisioning(tx, mailDeps, account.id)
    const { email, firstName } = order.subject.customer
    const mail = receiptMail(mailDeps.config, order.subject, { ...begun, account, charge })
    await queueMail(txOf(tx, mailDeps), { email, firstName, accountId: account.id }, mail)
  },
  async waits() {},
  async givenUp() {},
  declined: (message) => ({ payment_form: { number: [message] } }),
}

/** An invited account already has its number, and needs none of the free ones. */
async function reserveNumber(tx: Db, orderId: number, email: string): Promise<Refused | undefined> {
  if (await reserveAccountNumber(tx, orderId)) return undefined
  return (await findInvited(tx, email)) ? undefined : refuse('no-account-numbers')
}

/** Signing up with an invited email completes the invited account. */
async function completeInvited(tx: Db, { orderId, customer, charge }: Paid, now: Date) {
  const invited = await findInvited(tx, customer.email)
  if (!invited) return undefined
  await tx.run(sql`
    update accounts set company = ${customer.company}, status = 'pending', status_since = ${now},
      time_zone = ${customer.timeZone}, industry = ${customer.industry}, mobile_phone = ${customer.mobilePhone},
      office_phone = ${customer.officePhone}, address = ${customer.address}, city = ${customer.city},
      state = ${customer.state}, zip_code = ${customer.zipCode}, country = ${customer.country},
      market_country = ${customer.marketCountry}, market_state = ${customer.marketState}, mls = ${customer.mls},
      how_heard = ${customer.howHeard}, how_heard_other = ${customer.howHeardOther}
    where id = ${invited.id}`)
  await tx.run(sql`
    update agents set first_name = ${customer.firstName}, last_name = ${customer.lastName}, email = ${customer.email},
      password_hash = ${customer.passwordHash}, first_security_question = ${customer.firstQuestion},
      first_answer_hash = ${customer.firstAnswerHash}, second_security_question = ${customer.secondQuestion},
      second_answer_hash = ${customer.secondAnswerHash}, joined_at = ${now}
    where id = ${invited.agentId}`)
  await tx.run(sql`update orders set account_id = ${invited.id} where id = ${orderId}`)
  await tx.run(sql`update charges set account_id = ${invited.id} where id = ${charge.id}`)
  return invited
}

function findInvited(tx: Db, email: string) {
  return tx.maybe<{ id: number; agentId: number; pin: string }>(sql`
    select a.id, g.id as "agentId", a.pin from agents g join accounts a on a.id = g.account_id
    where g.email_key = ${email.toLowerCase()} and g.role = 'owner' and g.joined_at is null
      and g.removed_at is null and a.status = 'free signup agent'
    order by g.id limit 1 for update of g, a`)
}

type InsertedAccount = { id: number; pin: string; agentId: number }

/**
 * An order without a reserved number was placed for an invited account when no number was free. If that
 * account closed while the order was being paid, the new one needs a number now.
 */
async function insertAccount(tx: Db, paid: Paid, now: Date): Promise<InsertedAccount> {
  const account = await insertWithReserved(tx, paid, now)
  if (account) return account
  if (!(await reserveAccountNumber(tx, paid.orderId))) throw new Error('All account numbers are taken')
  const late = await insertWithReserved(tx, paid, now)
  if (!late) throw new Error(`The order ${paid.orderId} has lost its account number`)
  return late
}

/** One statement, because the customer is waiting. */
function insertWithReserved(
  tx: Db,
  { orderId, customer, charge }: Paid,
  now: Date,
): Promise<InsertedAccount | undefined> {
  return tx.maybe<InsertedAccount>(sql`
    with account as (
      insert into accounts (pin, company, status, time_zone, industry, mobile_phone, office_phone, address, city, state,
        zip_code, country, market_country, market_state, mls, how_heard, how_heard_other, status_since, created_at)
      select reserved_account_number, ${customer.company}, 'pending', ${customer.timeZone}, ${customer.industry},
        ${customer.mobilePhone}, ${customer.officePhone}, ${customer.address}, ${customer.city}, ${customer.state},
        ${customer.zipCode}, ${customer.country}, ${customer.marketCountry}, ${customer.marketState}, ${customer.mls},
        ${customer.howHeard}::text[], ${customer.howHeardOther}, ${now}::timestamptz, ${now}::timestamptz
      from orders where id = ${orderId} and reserved_account_number is not null
      returning id, pin
    ), owner as (
      insert into agents (account_id, email, first_name, last_name, role, password_hash, first_security_question,
        first_answer_hash, second_security_question, second_answer_hash, joined_at, created_at)
      select id, ${customer.email}, ${customer.firstName}, ${customer.lastName}, 'owner', ${customer.passwordHash},
        ${customer.firstQuestion}::smallint, ${customer.firstAnswerHash}, ${customer.secondQuestion}::smallint,
        ${customer.secondAnswerHash}, ${now}::timestamptz, ${now}::timestamptz
      from account returning id
    ), ordered as (
      update orders set account_id = account.id, reserved_account_number = null from account where orders.id = ${orderId}
    ), charged as (
      update charges set account_id = account.id from account where charges.id = ${charge.id}
    )
    select account.id, account.pin, owner.id as "agentId" from account, owner`)
}

/** The receipt confirms the terms: recurring, prepaid, and how to cancel. */
export function receiptMail(
  { publicUrl, provider }: MailSite,
  { customer, lines }: Pick<SignUp, 'lines'> & { customer: Pick<SignUp['customer'], 'company' | 'timeZone'> },
  paid: {
    account: { pin: string }
    charge: Pick<NotedCharge, 'brand' | 'lastFour'>
    invoiceNumber: string
    nextChargeOn: string
  },
): Mail {
  const { charge, nextChargeOn } = paid
  const account = accountInMail({ company: customer.company, pin: paid.account.pin })
  const total = formatAmount(totalOf(lines))
  return {
    purpose: 'receipt',
    subject: `Receipt ${paid.invoiceNumber}: ${total}`,
    paragraphs: [
      `Thank you. We charged ${total} to your ${charge.brand} card ending in ${charge.lastFour} for ${account}.`,
      ...lines.map(
        (line) =>
          `${line.label}${line.quantity > 1 ? ` × ${line.quantity}` : ''}: ${formatAmount(line.amount)} a month`,
      ),
      `You agreed to a subscription that is billed monthly in advance until you cancel. The next charge is ${total} on ${formatDay(nextChargeOn)}.`,
      `To avoid it, cancel by ${lastMomentBefore(customer.timeZone, nextChargeOn)}. Payments are not refunded, and your service runs to the end of the month you paid for.`,
      'Your account is being set up now. This can take 5-10 minutes. We will email you when it is ready.',
    ],
    buttons: [{ label: 'Go to Login', url: `${publicUrl}${pages['sign-in']}` }],
    closing: [`To cancel or ask a question, call ${provider.tollFreeNumber}, or sign in to your account.`],
  }
}

/**
 * The sign-up steps that the server knows of, for the desk's figures: each counts once per visitor and month.
 * The wizard is unknown for somebody who has only typed an email.
 */
export async function noteEmailStep(db: Db, visitorHash: Buffer, now: Date): Promise<void> {
  await db.run(sql`
    insert into sign_up_steps (step, visitor_hash, month, at)
    values ('email', ${visitorHash}, open_month(${now}), ${now})
    on conflict do nothing`)
}

export async function noteDetailsStep(
  db: Db,
  { wizard, visitorHash, unfinishedId }: { wizard: Wizard; visitorHash: Buffer; unfinishedId: number },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into sign_up_steps (step, wizard, visitor_hash, month, at, unfinished_id)
    values ('details', ${wizard}, ${visitorHash}, open_month(${now}), ${now}, ${unfinishedId})
    on conflict do nothing`)
}

/** In the transaction that places the order. */
async function notePaymentStep(tx: Db, orderId: number, wizard: Wizard): Promise<void> {
  await tx.run(sql`
    insert into sign_up_steps (step, wizard, visitor_hash, month, at, order_id)
    select 'payment', ${wizard}, visitor_hash, open_month(created_at), created_at, id
    from orders where id = ${orderId}
    on conflict do nothing`)
}

/** In the transaction that creates the account. */
async function notePaidStep(
  tx: Db,
  { orderId, accountId, wizard }: { orderId: number; accountId: number; wizard: Wizard },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into sign_up_steps (step, wizard, visitor_hash, month, at, order_id, account_id)
    select 'paid', ${wizard}, visitor_hash, open_month(${now}), ${now}::timestamptz, id, ${accountId}::bigint
    from orders where id = ${orderId}
    on conflict do nothing`)
}
