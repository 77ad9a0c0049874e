import { secret } from '#contract/wire/field.ts'

/** Longer than a customer's: an operator's password opens every account. */
export const DESK_PASSWORD_AT_LEAST = 12
export const deskPassword = secret('Password', {
  required: true,
  minLength: DESK_PASSWORD_AT_LEAST,
  maxLength: 120,
})
