import { field } from '#contract/wire/field.ts'

/** They stand on bills, and copies of these go to the contact; neither is asked for at sign-up. */
export const taxNumber = field('Tax number', { maxLength: 40 })
export const billingContact = field('Billing contact email', { maxLength: 59, isEmail: true })
