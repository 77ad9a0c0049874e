import { lines } from '#contract/wire/field.ts'

/** Why an operator did something: it stands in the audit log, and no customer sees it. */
export const reason = lines('Reason', {
  required: true,
  maxLength: 500,
  requiredMessage: 'Enter a reason',
})
