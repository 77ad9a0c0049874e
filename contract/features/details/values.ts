import type { Region } from '#contract/catalogue/regions.ts'

/** The account's details, under their form field names. */
export type AccountDetails = Record<
  'company' | 'mobile_phone' | 'phone' | 'address' | 'city' | 'state' | 'zip_code',
  string
>

/** Additional details for invoices. Without a billing address, the account's address is used. */
export type BillingDetails = Record<
  'street_address' | 'locality' | 'region' | 'postal_code' | 'tax_number' | 'billing_contact',
  string
> & { same_address: boolean }

/** For all known countries: a customer may have moved. */
export type ListedState = Omit<Region, 'timeZone'>

export type DetailsValues = {
  ownName: Record<'first_name' | 'last_name', string>
  states: ListedState[]
  /** Null for everyone but the owner. */
  accountDetails: AccountDetails | null
  billingDetails: BillingDetails | null
  /** The owner, who gets invoices by default. Null for everyone else. */
  ownerEmail: string | null
}
