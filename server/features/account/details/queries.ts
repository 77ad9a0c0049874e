import { DEFAULT_COUNTRY } from '#contract/catalogue/countries.ts'
import { findRegion } from '#contract/catalogue/regions.ts'
import type {
  AccountAddress,
  AccountDetails,
  BillingDetails,
  DetailsValues,
} from '#contract/features/details.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

type OwnName = DetailsValues['ownName']

export function findOwnName(db: Db, agentId: number): Promise<OwnName> {
  return db.one<OwnName>(sql`select first_name, last_name from agents where id = ${agentId}`)
}

export async function setOwnName(tx: Db, agentId: number, name: OwnName): Promise<void> {
  await tx.run(sql`
    update agents set first_name = ${name.first_name}, last_name = ${name.last_name} where id = ${agentId}`)
}

export function findAccountDetails(db: Db, accountId: number): Promise<AccountDetails> {
  return db.one<AccountDetails>(sql`
    select company, mobile_phone, office_phone as phone, address, city, state, zip_code
    from accounts where id = ${accountId}`)
}

export function findAccountAddress(db: Db, accountId: number): Promise<AccountAddress> {
  return db.one<AccountAddress>(
    sql`select address, city, state, zip_code from accounts where id = ${accountId}`,
  )
}

export async function setAccountDetails(tx: Db, accountId: number, details: AccountDetails): Promise<void> {
  await tx.run(sql`
    update accounts set company = ${details.company}, mobile_phone = ${details.mobile_phone},
      office_phone = ${details.phone}, address = ${details.address}, city = ${details.city}, state = ${details.state},
      zip_code = ${details.zip_code}, country = ${countryOf(details.state)}
    where id = ${accountId}`)
}

export function findBillingDetails(db: Db, accountId: number): Promise<BillingDetails> {
  return db.one<BillingDetails>(sql`
    select billing_address is null as same_address, coalesce(billing_address, '') as street_address,
      coalesce(billing_city, '') as locality, coalesce(billing_state, '') as region,
      coalesce(billing_zip_code, '') as postal_code, tax_number, billing_contact
    from accounts where id = ${accountId}`)
}

export async function findBouncedContact(db: Db, accountId: number): Promise<string | null> {
  const bounced = await db.maybe<{ contact: string }>(sql`
    select billing_contact as contact from accounts
    where id = ${accountId} and billing_contact_bounced_at is not null and billing_contact <> ''`)
  return bounced?.contact ?? null
}

export async function setBillingDetails(tx: Db, accountId: number, details: BillingDetails): Promise<void> {
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
