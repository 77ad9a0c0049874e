import { regions } from '#contract/catalogue/regions.ts'
import type { DetailsValues } from '#contract/features/details/values.ts'
import { findOwner } from '#server/accounts/owner.ts'
import { shownTo } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import {
  findAccountAddress,
  findAccountDetails,
  findBillingDetails,
  findBouncedContact,
  findOwnName,
} from './queries.ts'

/** Everyone sees their own name; the rest depends on their role. */
export async function showDetails({ db }: Pick<Deps, 'db'>, session: Session): Promise<DetailsValues> {
  const { agentId, accountId } = session
  return {
    ownName: await findOwnName(db, agentId),
    states: regions.map(({ value, displayValue, country }) => ({ value, displayValue, country })),
    accountDetails: await shownTo(session, 'manage-settings', () => findAccountDetails(db, accountId)),
    billingDetails: await shownTo(session, 'billing', () => findBillingDetails(db, accountId)),
    accountAddress: await shownTo(session, 'billing', () => findAccountAddress(db, accountId)),
    ownerEmail: await shownTo(session, 'billing', async () => (await findOwner(db, accountId)).email),
    bouncedContact: await shownTo(session, 'billing', () => findBouncedContact(db, accountId)),
  }
}
