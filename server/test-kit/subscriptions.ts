import type { Status } from '#contract/accounts/statuses.ts'
import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import { emptyPlan, linesOf, type Quantities } from '#contract/catalogue/plan.ts'
import { findCard, putCardOnFile, storeCard } from '#server/billing/cards/cards.ts'
import { FIRST_BILL } from '#server/billing/invoices/bill-of-month.ts'
import { beginSubscription } from '#server/billing/subscriptions/subscription.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Deps } from '../deps.ts'
import { addAccount } from './accounts.ts'
import { freshEmail } from './fresh.ts'

export const APPROVED = '4111111111111111'
export const MASTERCARD = '5555555555554444'
export const DECLINED = '4000000000000002'
export const DECLINED_AT_RENEWAL = '4000000000000341'
export const TIMES_OUT = '4000000000000119'

type SubscriptionOptions = {
  number?: string
  plan?: Partial<Quantities>
  timeZone?: string
  email?: string
  status?: Status
  expires?: [month: number, year: number]
}

export type Subscribed = {
  accountId: number
  agentId: number
  pin: string
  email: string
  subscriptionId: number
}

/** An account that has just bought a plan, by the harness clock: a card on file and a paid first month. */
export async function subscribe(
  harness: Pick<Deps, 'db' | 'clock' | 'payments'>,
  given: SubscriptionOptions = {},
): Promise<Subscribed> {
  const { db, clock, payments } = harness
  const { number = APPROVED, plan = { triple: 1 }, timeZone = 'US/Central', email = freshEmail() } = given
  const [expiresMonth, expiresYear] = given.expires ?? [12, 2039]
  const account = await addAccount(db, { email, status: given.status ?? 'active' })
  const card = await vaultCard(payments, number, [expiresMonth, expiresYear])
  const { subscriptionId } = await db.transaction(async (tx) => {
    const now = clock.now()
    await tx.run(sql`update accounts set time_zone = ${timeZone} where id = ${account.accountId}`)
    await putCardOnFile(tx, account.accountId, card, now)
    const lines = linesOf({ ...emptyPlan(), ...plan }, defaultPrices)
    const paid = {
      accountId: account.accountId,
      orderId: null,
      chargeId: null,
      timeZone,
      lines,
      note: FIRST_BILL,
    }
    return beginSubscription(tx, paid, now)
  })
  return { ...account, email, subscriptionId }
}

/** Stores a backup card. Returns its id. */
export async function addBackupCard(
  { db, clock, payments }: Pick<Deps, 'db' | 'clock' | 'payments'>,
  { accountId }: { accountId: number },
  { number = MASTERCARD, expires = [12, 2039] }: Pick<SubscriptionOptions, 'number' | 'expires'> = {},
): Promise<number> {
  const card = await vaultCard(payments, number, expires)
  await storeCard(db, accountId, { ...card, isBackup: true }, clock.now())
  return (await findCard(db, accountId, 'backup'))?.id ?? 0
}

async function vaultCard(
  payments: Deps['payments'],
  number: string,
  [expiresMonth, expiresYear]: [month: number, year: number],
) {
  const billing = { street: '', city: '', region: '', postalCode: '', country: 'US' }
  const card = { number, cvv: '123', holder: 'Dana Whitfield', expiresMonth, expiresYear, billing }
  const vaulted = await payments.vault(card)
  if (vaulted.kind !== 'vaulted') throw new Error('The card was not kept')
  return { ...vaulted.card, gateway: payments.name, holder: card.holder, numberId: vaulted.numberId }
}
