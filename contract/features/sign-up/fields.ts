import { email } from '#contract/fields/person.ts'
import { PASSWORD_AT_LEAST } from '#contract/fields/sign-in.ts'
import { choice, field, secret } from '#contract/wire/field.ts'
import * as messages from './messages.ts'
import { firstSecurityQuestions, howHeardOptions, industries, secondSecurityQuestions } from './options.ts'

const required = { required: true } as const

const PASSWORD_AT_MOST = 120

export const confirmEmail = field('Confirm email', email.validation)
export const accountPassword = secret('Account password', {
  ...required,
  minLength: PASSWORD_AT_LEAST,
  maxLength: PASSWORD_AT_MOST,
})
export const confirmPassword = secret('Confirm password', accountPassword.validation)
export const industry = choice('Industry', industries)
export const howDidYouHear = choice('How did you hear about us?', howHeardOptions)
export const howHeardOther = field('Other', { ...required, maxLength: 255 })
export const firstSecurityQuestion = choice('First security question', firstSecurityQuestions)
export const firstQuestionAnswer = field('Answer to the first question', { ...required, maxLength: 255 })
export const secondSecurityQuestion = choice('Second security question', secondSecurityQuestions)
export const secondQuestionAnswer = field('Answer to the second question', { ...required, maxLength: 255 })
export const terms = field('I have read and accept the terms and conditions', {
  required: true,
  isBoolean: true,
  requiredMessage: messages.termsNotAccepted,
})
