import { text } from '#contract/wire/schema.ts'
import * as fields from './card.ts'

/** A card as the account pages ask for it: the card itself and the address the bank verifies. */
export const cardForm = {
  number: text(fields.cardNumber),
  holder: text(fields.cardHolderOfNewWizard),
  expiration_date_0: text(fields.expirationMonth),
  expiration_date_1: text(fields.expirationYear),
  cvv: text(fields.cvv),
  country_code_alpha2: text(fields.country),
  postal_code: text(fields.billingZip),
}
