import type { FastifyInstance } from 'fastify'
import * as messages from '#contract/accounts/people-messages.ts'
import { DEFAULT_COUNTRY } from '#contract/catalogue/countries.ts'
import { findRegion, regions } from '#contract/catalogue/regions.ts'
import type {
  AccountAddress,
  AccountDetails,
  BillingDetails,
  DetailsValues,
  saveAccountDetails as saveAccountDetailsCall,
  saveBillingDetails as saveBillingDetailsCall,
  saveOwnName as saveOwnNameCall,
} from '#contract/features/details.ts'
import * as calls from '#contract/features/details.ts'
import { pages } from '#contract/pages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { findOwner, lockAccount, type Owner } from '#server/accounts/accounts.ts'
import { accountPage, accountRoute, shownTo } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { mailPerson } from '#server/identity/mail-person.ts'
import { by, type Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { countTries, type Limit } from '#server/platform/limits.ts'
import { accountInMail, companyInMail, nameInMail } from '#server/platform/mail/names.ts'
import { help } from '#server/platform/mail/questions.ts'
import { type Mail, type MailSite, queueMail } from '#server/platform/mail/queue-mail.ts'
import { refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'

/** Everyone sees their own name; the rest depends on their role. */
async function showDetails({ db }: Pick<Deps, 'db'>, session: Session): Promise<DetailsValues> {
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

async function saveOwnName(
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

async function saveAccountDetails(
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

async function saveBillingDetails(
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
      const owner = await findOwner(tx, accountId)
      await mailPerson(tx, owner, contactChangedMail, contacts)
      const email = contacts.next
      if (email) await queueMail(tx, { email, accountId }, contactNamedMail(owner, tx.config))
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

export function detailsRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'details', (session) => showDetails(deps, session))
  accountRoute(app, deps, calls.saveOwnName, (body, session) => saveOwnName(deps, body, session))
  accountRoute(app, deps, calls.saveAccountDetails, (body, session) =>
    saveAccountDetails(deps, body, session),
  )
  accountRoute(app, deps, calls.saveBillingDetails, (body, session) =>
    saveBillingDetails(deps, body, session),
  )
}

type OwnName = DetailsValues['ownName']

function findOwnName(db: Db, agentId: number): Promise<OwnName> {
  return db.one<OwnName>(sql`select first_name, last_name from agents where id = ${agentId}`)
}

async function setOwnName(tx: Db, agentId: number, name: OwnName): Promise<void> {
  await tx.run(sql`
    update agents set first_name = ${name.first_name}, last_name = ${name.last_name} where id = ${agentId}`)
}

function findAccountDetails(db: Db, accountId: number): Promise<AccountDetails> {
  return db.one<AccountDetails>(sql`
    select company, mobile_phone, office_phone as phone, address, city, state, zip_code
    from accounts where id = ${accountId}`)
}

function findAccountAddress(db: Db, accountId: number): Promise<AccountAddress> {
  return db.one<AccountAddress>(
    sql`select address, city, state, zip_code from accounts where id = ${accountId}`,
  )
}

async function setAccountDetails(tx: Db, accountId: number, details: AccountDetails): Promise<void> {
  await tx.run(sql`
    update accounts set company = ${details.company}, mobile_phone = ${details.mobile_phone},
      office_phone = ${details.phone}, address = ${details.address}, city = ${details.city}, state = ${details.state},
      zip_code = ${details.zip_code}, country = ${countryOf(details.state)}
    where id = ${accountId}`)
}

function findBillingDetails(db: Db, accountId: number): Promise<BillingDetails> {
  return db.one<BillingDetails>(sql`
    select billing_address is null as same_address, coalesce(billing_address, '') as street_address,
      coalesce(billing_city, '') as locality, coalesce(billing_state, '') as region,
      coalesce(billing_zip_code, '') as postal_code, tax_number, billing_contact
    from accounts where id = ${accountId}`)
}

async function findBouncedContact(db: Db, accountId: number): Promise<string | null> {
  const bounced = await db.maybe<{ contact: string }>(sql`
    select billing_contact as contact from accounts
    where id = ${accountId} and billing_contact_bounced_at is not null and billing_contact <> ''`)
  return bounced?.contact ?? null
}

async function setBillingDetails(tx: Db, accountId: number, details: BillingDetails): Promise<void> {
  const own = <Value>(value: Value) => (details.same_address ? null : value)
  await tx.run(sql`
    update accounts set billing_address = ${own(details.street_address)}, billing_city = ${own(details.locality)},
      billing_state = ${own(details.region)}, billing_zip_code = ${own(details.postal_code)},
      billing_country = ${own(countryOf(details.region))}, tax_number = ${details.tax_number},
      billing_contact = ${details.billing_contact},
      billing_contact_bounced_at = case
        when lower(billing_contact) = ${details.billing_contact.toLowerCase()} then billing_contact_bounced_at end
    where id = ${accountId}`)
}

function countryOf(state: string): string {
  return findRegion(state)?.country ?? DEFAULT_COUNTRY
}

/** Sent so that the recipient can object if the change was not theirs. */
export function contactChangedMail(
  owner: Owner,
  { publicUrl, provider }: MailSite,
  { former, next }: { former: string; next: string },
): Mail {
  const account = accountInMail(owner)
  return {
    purpose: 'billing-contact-changed',
    subject: 'Your billing contact was changed',
    paragraphs: [
      next
        ? `${next} now gets a copy of each receipt and each failed-payment notice for ${account}.`
        : `Receipts and failed-payment notices for ${account} are no longer copied to anyone else.`,
      ...(former ? [`Before, copies went to ${former}.`] : []),
      'If you made this change, you do not need to do anything. If not, change it back and choose a new password.',
    ],
    buttons: [{ label: 'See your details', url: `${publicUrl}${pages.details}` }],
    closing: help({ provider }),
  }
}

/** Goes to someone who may not know us: says what they will receive, who named them, and how to stop it. */
export function contactNamedMail(owner: Owner, { provider }: MailSite): Mail {
  const { brandName, tollFreeNumber } = provider
  // They never asked for this mail, so names that look like links or phone numbers are left out.
  const who = nameInMail(owner.fullName, 'The owner')
  const request = nameInMail(owner.fullName, 'the owner of the account')
  return {
    purpose: 'billing-contact-named',
    subject: `You are now the billing contact for ${companyInMail(owner)}`,
    paragraphs: [
      `${who} named you as the billing contact for ${accountInMail(owner)} at ${brandName}.`,
      'You will get a copy of each receipt and each failed-payment notice. That is usually one email a month. You do not need to do anything.',
    ],
    closing: [`If you do not want these copies, ask ${request} to remove you, or call ${tollFreeNumber}.`],
  }
}
