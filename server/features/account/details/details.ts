import * as messages from '#contract/accounts/people-messages.ts'
import { regions } from '#contract/catalogue/regions.ts'
import type {
  BillingDetails,
  DetailsValues,
  saveAccountDetails as saveAccountDetailsCall,
  saveBillingDetails as saveBillingDetailsCall,
  saveOwnName as saveOwnNameCall,
} from '#contract/features/details.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { findOwner, lockAccount } from '#server/accounts/accounts.ts'
import { shownTo } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { by, type Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countTries, type Limit } from '#server/platform/limits.ts'
import { refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'
import { postContactChanged, postContactNamed } from './mails.ts'
import {
  findAccountAddress,
  findAccountDetails,
  findBillingDetails,
  findBouncedContact,
  findOwnName,
  setAccountDetails,
  setBillingDetails,
  setOwnName,
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

export async function saveOwnName(
  deps: TransactionDeps,
  name: ParsedBodyOf<typeof saveOwnNameCall>,
  session: Session,
): Promise<AnswerOf<typeof saveOwnNameCall>> {
  const { agentId, accountId } = session
  await transaction(deps, async (tx) => {
    await lockAccount(tx, accountId)
    const changed = changedNames(await findOwnName(tx, agentId), name)
    if (changed.length === 0) return
    await setOwnName(tx, agentId, name)
    await tx.audit({ ...by(session), action: 'name-changed', details: { changed } })
  })
  return { data: { status: 'saved' } }
}

export async function saveAccountDetails(
  deps: TransactionDeps,
  details: ParsedBodyOf<typeof saveAccountDetailsCall>,
  session: Session,
): Promise<AnswerOf<typeof saveAccountDetailsCall>> {
  const { accountId } = session
  await transaction(deps, async (tx) => {
    await lockAccount(tx, accountId)
    const changed = changedNames(await findAccountDetails(tx, accountId), details)
    if (changed.length === 0) return
    await setAccountDetails(tx, accountId, details)
    await tx.audit({ ...by(session), action: 'account-details-changed', details: { changed } })
  })
  return { data: { status: 'saved' } }
}

/** Limits how often a customer can make us email people who have no account. */
const byAccount: Limit = { name: 'billing-contact:account', tries: 5, windowMinutes: 24 * 60 }
const byContact: Limit = { name: 'billing-contact:email', tries: 3, windowMinutes: 24 * 60 }

export async function saveBillingDetails(
  deps: TransactionDeps,
  body: ParsedBodyOf<typeof saveBillingDetailsCall>,
  session: Session,
): Promise<AnswerOf<typeof saveBillingDetailsCall>> {
  const { accountId } = session
  const details = body.same_address ? { ...body, ...noAddress } : body
  await checkContact(deps.db, accountId, details.billing_contact, deps.clock.now())
  await transaction(deps, async (tx) => {
    await lockAccount(tx, accountId)
    const before = await findBillingDetails(tx, accountId)
    const changed = changedNames<BillingDetails>(before, details)
    if (changed.length === 0) return
    await setBillingDetails(tx, accountId, details)
    if (changed.includes('billing_contact')) {
      const contacts = { former: before.billing_contact, next: details.billing_contact }
      await postContactChanged(tx, accountId, contacts)
      if (contacts.next) await postContactNamed(tx, accountId, contacts.next)
    }
    await tx.audit({ ...by(session), action: 'billing-details-changed', details: { changed } })
  })
  return { data: { status: 'saved' } }
}

const noAddress = { street_address: '', locality: '', region: '', postal_code: '' }

/** Only a new contact is emailed, so only a new contact counts against the limit. */
async function checkContact(db: Db, accountId: number, contact: string, now: Date): Promise<void> {
  if (contact === '') return
  const owner = await findOwner(db, accountId)
  if (contact.toLowerCase() === owner.email.toLowerCase())
    throw refuse('invalid-fields', { errors: { billing_contact: [messages.alreadyGetsInvoices] } })
  const { billing_contact: former } = await findBillingDetails(db, accountId)
  if (contact === former) return
  const counted = [[byAccount, String(accountId)] as const, [byContact, contact.toLowerCase()] as const]
  await countTries(db, counted, now)
}

/** Names of the changed fields: the audit entry records which fields changed, not their values. */
function changedNames<Details extends object>(before: Details, after: Details): (keyof Details)[] {
  return (Object.keys(after) as (keyof Details)[]).filter((name) => before[name] !== after[name])
}
