import { field, secret } from '#contract/wire/field.ts'

export const PASSWORD_AT_LEAST = 6

/** What those ask for who have an account already: so few that every such page carries them alone. */
export const loginEmail = field('Email', { required: true, isEmail: true })
export const loginPassword = secret('Password', { required: true, minLength: PASSWORD_AT_LEAST })
export const currentPassword = secret('Your password', { required: true })
export const accountNumber = field('Account Number', {
  required: true,
  isNumeric: true,
  minLength: 6,
  maxLength: 6,
})
