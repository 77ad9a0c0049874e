import { choice, type Field, field, secret } from '#contract/wire/field.ts'
import { type Option, optionOf } from '#contract/wire/option.ts'

export const expiryMonths = Array.from({ length: 12 }, (_, index) => optionOf(String(index + 1)))
export const EXPIRY_YEARS = 15
export function expiryYears(thisYear: number): Option[] {
  return Array.from({ length: EXPIRY_YEARS }, (_, index) => optionOf(String(thisYear + index)))
}

const required = { required: true } as const

export const cardNumber: Field = {
  label: 'Card number',
  validation: { ...required, minLength: 14, maxLength: 30 },
  writing: 'card',
}
/** The specification has no limit for the legacy wizard: this one is the gateway's. */
export const cardHolder = field('Card holder name', { ...required, maxLength: 175 })
export const cardHolderOfNewWizard = field('Card holder name', { ...required, maxLength: 60 })
export const expirationMonth = choice('Expiration month', expiryMonths)
/** The options depend on the current year: see expiryYears. */
export const expirationYear = field('Expiration year', {
  ...required,
  isNumeric: true,
  minLength: 4,
  maxLength: 4,
})
export const cvv = secret('CVV', { ...required, isNumeric: true, minLength: 3, maxLength: 4 })
export const country = field('Country', required)
export const billingAddress = field('Billing address', { ...required, maxLength: 60 })
export const billingCity = field('City', { ...required, maxLength: 60 })
export const billingRegion = field('State', required)
export const billingZip = field('Zip', { ...required, maxLength: 32, isPostalCode: true })
/** Not requested when another address is used as the billing address. */
export const billingAddressNames = ['street_address', 'locality', 'region', 'postal_code'] as const
