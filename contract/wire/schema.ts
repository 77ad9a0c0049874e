import * as z from 'zod/mini'
import { type Field, written } from './field.ts'
import { demandsOf, type FormRule } from './form-rules.ts'
import { cutTo, oneLine } from './plain-text.ts'
import { tidyPostalCode } from './postal-code.ts'
import * as messages from './rule-messages.ts'
import { complaintOf, digitsOf } from './rules.ts'

const CENTS_AT_MOST = 100_000_000

// A strict content security policy forbids the code generation that zod would otherwise use.
z.config({ jitless: true })

/** What the API reference says about a schema beyond its type. */
export const described = z.registry<{ field?: Field; least?: number; most?: number; says?: string }>()

/** A form field on the wire: absent means empty, and the field's own rules apply. */
export function text(field: Field) {
  const read = z.transform((value: string, context: z.core.ParsePayload) => {
    const typed = visible(written(value, field), field)
    const normalized = field.validation.isPostalCode ? tidyPostalCode(typed) : typed
    const complaint = complaintOf(normalized, field.validation) ?? strangeChoice(normalized, field)
    if (complaint) context.issues.push({ code: 'custom', message: complaint, input: value })
    return field.writing === 'card' ? digitsOf(normalized) : normalized
  })
  return z.pipe(z._default(z.string({ error: messages.notText }), ''), read).register(described, { field })
}

/** Letters and signs that show nothing, such as Hangul fillers: fine within a text, but no text by themselves. */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

function visible(typed: string, { writing }: Field): string {
  return writing === 'secret' || SEEN.test(typed) ? typed : ''
}

/** The same for an optional field. */
export function optionalText(field: Field) {
  return text({ ...field, validation: { ...field.validation, required: false } })
}

/** A number of licenses; a string of digits is accepted as well. */
export function count(least: number, most: number, absent = least) {
  const { digits, read } = readCount(least, most, absent)
  return z.pipe(z._default(digits, absent), read).register(described, { least, most })
}

/** The same where absence has its own meaning. */
export function optionalCount(least: number, most: number) {
  const { digits, read } = readCount(least, most, least)
  return z.optional(z.pipe(digits, read)).register(described, { least, most })
}

function readCount(least: number, most: number, instead: number) {
  const error = messages.countBetween(least, most)
  const read = z.transform((value: number | string, context: z.core.ParsePayload) => {
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
    if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
      return number
    context.issues.push({ code: 'custom', message: error, input: value })
    return instead
  })
  return { digits: z.union([z.number(), z.string()], { error }), read }
}

/** The id of something the page has listed; a string of digits is accepted as well. */
export function listed(says = '') {
  const error = messages.notAChoice
  const read = z.transform((value: number | string, context: z.core.ParsePayload) => {
    const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
    if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id
    context.issues.push({ code: 'custom', message: error, input: value })
    return 0
  })
  return z
    .pipe(z._default(z.union([z.number(), z.string()], { error }), 0), read)
    .register(described, { says })
}

/** A data service: 0 or 1. */
export function service() {
  return count(0, 1)
}

/** A checkbox: true or false, also as a string or as 1 and 0. */
export function checkbox(field?: Field) {
  const read = z.transform((value: boolean | number | string, context: z.core.ParsePayload) => {
    const ticked = tickOf(value)
    const complaint =
      ticked === undefined ? messages.notAFlag : field && complaintOf(String(ticked), field.validation)
    if (complaint) context.issues.push({ code: 'custom', message: complaint, input: value })
    return ticked ?? false
  })
  const flag = z.union([z.boolean(), z.number(), z.string()], { error: messages.notAFlag })
  return z.pipe(z._default(flag, false), read).register(described, field ? { field } : {})
}

/**
 * Cross-field rules as checks of a body. By default they run even if other fields are invalid. As in the form
 * kit, a field has one message, and its own rules come first.
 */
export function formChecks(rules: readonly FormRule[], speak: 'always' | 'once fields are right' = 'always') {
  return demandsOf(rules).map(({ shownAt, message, isMet }) =>
    z.refine<Record<string, unknown>>((values) => isMet(withoutObjects(values)), {
      path: [shownAt],
      error: message,
      ...(speak === 'always' && { when: (body: z.core.ParsePayload) => !isWrong(body, shownAt) }),
    }),
  )
}

function isWrong({ issues }: z.core.ParsePayload, name: string): boolean {
  return issues.some(({ path }) => path?.[0] === name)
}

/** A rule reads strings, even of an invalid field. Objects are dropped, as converting one may throw. */
function withoutObjects(values: Record<string, unknown>): Record<string, unknown> {
  const plain = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? undefined : value,
  ])
  return Object.fromEntries(plain)
}

/** Free text that no form asks for (a browser's or a plan's name): one line, truncated rather than refused. */
export function note(longest: number, says = '') {
  return cut(longest, says, oneLine)
}

/** The same where every character matters (a token, a state returned to the partner). */
export function exact(longest: number, says = '') {
  return cut(longest, says, (value) => value)
}

function cut(longest: number, says: string, read: (value: string) => string) {
  const shortened = z.transform((value: string) => cutTo(read(value), longest))
  return z
    .pipe(z._default(z.string({ error: messages.notText }), ''), shortened)
    .register(described, { most: longest, says })
}

/** The idempotency key of an order: kept while its outcome is unknown, renewed after every definite refusal. */
export function orderKey() {
  return z
    .string({ error: messages.required })
    .check(z.minLength(8, messages.minLength(8)), z.maxLength(64, messages.maxLength(64)))
}

/** An amount as shown to the customer, so that no other is charged; a string of digits is accepted as well. */
export function shownCents(absent: string) {
  const read = z.transform((value: number | string, context: z.core.ParsePayload) => {
    const cents = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
    if (typeof cents === 'number' && Number.isInteger(cents) && cents >= 0 && cents <= CENTS_AT_MOST)
      return cents
    context.issues.push({ code: 'custom', message: messages.isNumeric, input: value })
    return 0
  })
  return z
    .pipe(z.union([z.number(), z.string()], { error: absent }), read)
    .register(described, { least: 0, most: CENTS_AT_MOST })
}

/** The same in dollars, with cents after a point. */
export function shownDollars(absent: string) {
  const read = z.transform((value: number | string, context: z.core.ParsePayload) => {
    if (/^\d{1,7}(?:\.\d{1,2})?$/.test(String(value))) return Number(value)
    context.issues.push({ code: 'custom', message: messages.isNumeric, input: value })
    return 0
  })
  return z.pipe(z.union([z.number(), z.string()], { error: absent }), read)
}

function tickOf(value: boolean | number | string): boolean | undefined {
  if (value === true || value === 1 || value === '1' || value === 'true') return true
  if (value === false || value === 0 || value === '0' || value === 'false' || value === '') return false
  return undefined
}

function strangeChoice(value: string, { options }: Field): string | undefined {
  if (!options || value === '' || options.some((option) => option.value === value)) return undefined
  return messages.notAChoice
}
