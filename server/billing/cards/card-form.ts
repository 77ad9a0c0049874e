import * as paymentMessages from '#contract/billing/messages.ts'
import { EXPIRY_YEARS } from '#contract/fields/card.ts'
import { isCardNumber } from '#contract/fields/card-number.ts'
import type { FieldErrors } from '#contract/wire/call.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import type { CardDetails } from '#server/ports/payments.ts'

export type CardForm = {
  /** Only digits: the typed text ends where the request is parsed. */
  number: string
  holder: string
  expiration_date_0: string
  expiration_date_1: string
  cvv: string
  country_code_alpha2: string
  postal_code: string
}

/** Mistakes that the customer can fix before the bank is asked. */
export function complaintsOfCard(
  { number, holder, expiresMonth, expiresYear, billing }: CardDetails,
  { now, salesCountries }: { now: Date; salesCountries: readonly string[] },
): FieldErrors | undefined {
  const errors: FieldErrors = {}
  if (!isCardNumber(number)) errors.number = [paymentMessages.cardNumberWrong]
  // This field is stored, and a card number must not be.
  if (isCardNumber(holder)) errors.holder = [paymentMessages.holderIsNumber]
  if (hasExpired(expiresMonth, expiresYear, now)) {
    errors.expiration_date_0 = [paymentMessages.cardExpired]
  }
  if (expiresYear >= now.getUTCFullYear() + EXPIRY_YEARS) {
    errors.expiration_date_1 = [ruleMessages.notAChoice]
  }
  if (!salesCountries.includes(billing.country)) errors.country_code_alpha2 = [ruleMessages.notAChoice]
  return Object.keys(errors).length > 0 ? errors : undefined
}

/** A card is valid to the end of its month, in the last time zone to get there. */
export function hasExpired(month: number, year: number, now: Date): boolean {
  const endOfMonthInTheLastTimeZone = Date.UTC(year, month, 1, 12)
  return now.getTime() >= endOfMonthInTheLastTimeZone
}

/** If no street address was entered, the bank can still compare the zip code and the country. */
export function cardOfForm(
  form: CardForm,
  address: Omit<CardDetails['billing'], 'country'> = {
    street: '',
    city: '',
    region: '',
    postalCode: form.postal_code,
  },
): CardDetails {
  return {
    number: form.number,
    cvv: form.cvv,
    holder: form.holder,
    expiresMonth: Number(form.expiration_date_0),
    expiresYear: Number(form.expiration_date_1),
    billing: { ...address, country: form.country_code_alpha2 },
  }
}
