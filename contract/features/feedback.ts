import * as z from 'zod/mini'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { type FieldErrors, publicCall } from '#contract/wire/call.ts'
import { form } from '#contract/wire/endpoint.ts'
import { type Field, field, lines } from '#contract/wire/field.ts'
import type { Option } from '#contract/wire/option.ts'
import { optionalText, text } from '#contract/wire/schema.ts'

const reasons = [
  'It costs too much',
  'I do not use it enough',
  'Something is missing',
  'It did not work well',
  'I am going to another service',
  'I am leaving the business',
  'Another reason',
]
const returns = ['Yes', 'Perhaps', 'No']

/** The questions for a customer who leaves: one required, two optional. */
export const leavingReason: Field = {
  ...field('Why are you leaving?', { required: true }),
  options: choices(reasons),
}
export const whatWasMissing = lines('What should we have done better?', { maxLength: 2000 })
export const wouldReturn: Field = { ...field('Would you come back?', {}), options: choices(returns) }

/** The account number in the query: exactly six digits, or an empty string. */
export function pinIn(query: Readonly<Record<string, string>>): string {
  const pin = query.pin?.trim() ?? ''
  return /^\d{6}$/.test(pin) ? pin : ''
}

/** Adds the account number as `pin` to a form's URL, which may already have a query or a fragment. */
export function formUrlFor(form: string, pin: string): string {
  const [url = '', anchor] = form.split('#')
  const joint = url.includes('?') ? '&' : '?'
  return `${url}${joint}pin=${encodeURIComponent(pin)}${anchor === undefined ? '' : `#${anchor}`}`
}

function choices(names: string[]): Option[] {
  return names.map((value) => ({ value, displayValue: value }))
}

/** Shown only in the feedback page's iframe. */
export type FeedbackFormValues = {
  sent?: { answers: Record<string, string>; errors?: FieldErrors | string; isDone?: boolean }
}

export const giveFeedback = publicCall({
  ...form,
  path: '/rest/feedback/',
  why: 'people who left can no longer sign in',
  body: z.object({
    pin: text(accountNumber),
    reason: text(leavingReason),
    missing: optionalText(whatWasMissing),
    would_return: optionalText(wouldReturn),
  }),
  answer: z.object({ data: z.object({ status: z.literal('received') }) }),
})
