import { regions } from '#contract/catalogue/regions.ts'
import type { DetailsValues } from '#contract/features/details/values.ts'
import { showPerson } from '#server/accounts/show-account.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { findAccountDetails, findBillingDetails, findOwnName } from './queries.ts'

/** Everyone sees their own name; only the owner sees the rest. */
export async function showDetails(deps: Pick<Deps, 'db'>, session: Session): Promise<DetailsValues> {
  const { db } = deps
  const { agentId, accountId, role } = session
  const isOwner = role === 'owner'
  return {
    ownName: await findOwnName(db, agentId),
    states: regions.map(({ value, displayValue, country }) => ({ value, displayValue, country })),
    accountDetails: isOwner ? await findAccountDetails(db, accountId) : null,
    billingDetails: isOwner ? await findBillingDetails(db, accountId) : null,
    ownerEmail: isOwner ? (await showPerson(deps, session)).email : null,
  }
}
