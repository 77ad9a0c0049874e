import * as messages from '#contract/features/sign-up/messages.ts'
import {
  expiryMonths,
  firstSecurityQuestions,
  howHeardOptions,
  industries,
  type Option,
  secondSecurityQuestions,
  timeZones,
} from '#contract/options.ts'
import { type Field, field, secret } from '#contract/wire/field.ts'
import { PASSWORD_AT_LEAST } from './sign-in.ts'

const required = { required: true } as const
const PASSWORD_AT_MOST = 120

export const email = field('Email', { ...required, maxLength: 59, isEmail: true })
export const confirmEmail = field('Confirm email', email.validation)
export const accountPassword = secret('Account password', {
  ...required,
  minLength: PASSWORD_AT_LEAST,
  maxLength: PASSWORD_AT_MOST,
})
export const confirmPassword = secret('Confirm password', accountPassword.validation)

export const firstName = field('First name', { ...required, maxLength: 59 })
export const lastName = field('Last name', { ...required, maxLength: 60 })
export const fullName = field('Full name', { ...required, maxLength: 59 })
export const company = field('Company', { ...required, maxLength: 255 })
export const mobilePhone = phone('Mobile phone', true)
export const officePhone = phone('Office phone', false)
export const address = field('Street address', { ...required, maxLength: 60 })
export const city = field('City', { ...required, maxLength: 60 })
export const state = field('State', required)
export const zipCode = field('Zip', { ...required, maxLength: 60, isPostalCode: true })
export const industry = choice('Industry', industries)
export const howDidYouHear = choice('How did you hear about us?', howHeardOptions)
export const howHeardOther = field('Other', required)
export const timeZone = choice('Time zone', timeZones)
export const firstSecurityQuestion = choice('First security question', firstSecurityQuestions)
export const firstQuestionAnswer = field('Answer to the first question', { ...required, maxLength: 255 })
export const secondSecurityQuestion = choice('Second security question', secondSecurityQuestions)
export const secondQuestionAnswer = field('Answer to the second question', { ...required, maxLength: 255 })

export const cardNumber = field('Card number', { ...required, minLength: 14 })
export const cardHolder = field('Card holder name', required)
export const cardHolderOfNewWizard = field('Card holder name', { ...required, maxLength: 60 })
export const expirationMonth = choice('Expiration month', expiryMonths)
/** Its options depend on the current year: see expiryYears. */
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
/** They stand on bills, and copies of these go to the contact; neither is asked for at sign-up. */
export const taxNumber = field('Tax number', { maxLength: 40 })
export const billingContact = field('Billing contact email', { maxLength: 59, isEmail: true })
export const terms = field('I have read and accept the terms and conditions', {
  required: true,
  isBoolean: true,
  requiredMessage: messages.termsNotAccepted,
})

function phone(label: string, isRequired: boolean): Field {
  const validation = { required: isRequired, isNumeric: true, minLength: 10, maxLength: 10, isPhone: true }
  return { label, validation, writing: 'phone' }
}

function choice(label: string, options: Option[]): Field & { options: Option[] } {
  return { label, validation: required, options }
}
