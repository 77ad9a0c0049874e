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

/** The account's address, which bills show unless they have their own. */
export type AccountAddress = Pick<AccountDetails, 'address' | 'city' | 'state' | 'zip_code'>

/** For all known countries: a customer may have moved. */
export type ListedState = Omit<Region, 'timeZone'>

export type DetailsValues = {
  ownName: Record<'first_name' | 'last_name', string>
  states: ListedState[]
  /** Null for those who may not change them. */
  accountDetails: AccountDetails | null
  /** Null for those who may not see bills, like the rest. */
  billingDetails: BillingDetails | null
  accountAddress: AccountAddress | null
  /** The owner, who gets invoices by default. */
  ownerEmail: string | null
  /** The billing contact whose emails come back, if they do. */
  bouncedContact: string | null
}
