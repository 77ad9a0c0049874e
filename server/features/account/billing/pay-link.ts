import type { PageValues } from '#contract/page-values.ts'
import { listCardCountries } from '#server/billing/cards/cards.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { findLink } from '#server/identity/links.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/**
 * The account that an emailed payment link may pay for. Opening the link, or paying with it, does not sign
 * anyone in.
 */
export async function accountOfLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
): Promise<number | Refused> {
  const link = await findLink(db, 'pay', linkToken, clock.now())
  return link?.accountId ?? refuse('pay-link-invalid')
}

export async function showPay(deps: Deps, linkToken: string): Promise<PageValues['pay']> {
  const { db, clock } = deps
  const accountId = await accountOfLink(deps, linkToken)
  if (typeof accountId !== 'number') return { linkToken, due: null, countries: [] }
  const { company, pin } = await db.one<{ company: string; pin: string }>(
    sql`select company, pin from accounts where id = ${accountId}`,
  )
  const { open, card } = await showMoney(db, accountId, clock.now())
  // With nothing to pay there is no card form, and the link must not reveal the card on file.
  if (!open) return { linkToken, due: { company, pin, open, card: null }, countries: [] }
  const payable = card && { brand: card.brand, lastFour: card.lastFour }
  const countries = await listCardCountries(deps, accountId)
  return { linkToken, due: { company, pin, open, card: payable }, countries }
}
