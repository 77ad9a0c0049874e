import { field } from '#contract/wire/field.ts'

/** For the audit log. The customer's own log says what was done, not why. */
export const reason = field('Reason', { required: true, maxLength: 200 })
