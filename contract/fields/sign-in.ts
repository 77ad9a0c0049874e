import { field, secret } from '#contract/wire/field.ts'

export const PASSWORD_AT_LEAST = 6

/** The fields of pages for people who already have an account, kept separate so that those pages stay small. */
export const loginEmail = field('Email', { required: true, isEmail: true })
export const loginPassword = secret('Password', { required: true, minLength: PASSWORD_AT_LEAST })
export const currentPassword = secret('Your password', { required: true })
export const accountNumber = field('Account Number', {
  required: true,
  isNumeric: true,
  minLength: 6,
  maxLength: 6,
})
