import type { Region } from '#contract/catalogue/regions.ts'

/** What an account says of itself, under the names of its form. */
export type AccountDetails = Record<
  'company' | 'mobile_phone' | 'phone' | 'address' | 'city' | 'state' | 'zip_code',
  string
>

/** What stands on bills beyond it. Without an address of its own, the account's stands there. */
export type BillingDetails = Record<
  'street_address' | 'locality' | 'region' | 'postal_code' | 'tax_number' | 'billing_contact',
  string
> & { same_address: boolean }

/** Of every country that is known here: whoever is a customer may have moved. */
export type ListedState = Omit<Region, 'timeZone'>

export type DetailsValues = {
  ownName: Record<'first_name' | 'last_name', string>
  states: ListedState[]
  /** Null for whoever is not the owner. */
  accountDetails: AccountDetails | null
  billingDetails: BillingDetails | null
  /** Who gets the bills anyway: the owner, and null for everyone else. */
  ownerEmail: string | null
}
