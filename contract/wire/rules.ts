import * as messages from './rule-messages.ts'

/** Validation rules of a field, as data: the form kit runs them on each change, the server on each request. */
export type Rules = {
  required?: boolean
  minLength?: number
  maxLength?: number
  isEmail?: boolean
  isPostalCode?: boolean
  isNumeric?: boolean
  isBoolean?: boolean
  isPhone?: boolean
  /** Replaces the message of `required` and `isBoolean`. */
  requiredMessage?: string
}

/** The message of the first rule that fails, or undefined if the value is valid. */
export function complaintOf(value: string, rules: Rules): string | undefined {
  const isBlank = value.trim() === ''
  if (isBlank) return rules.required ? (rules.requiredMessage ?? messages.required) : undefined
  if (rules.isBoolean && value === 'false') return rules.requiredMessage ?? messages.required
  if (rules.isNumeric && !isNumeric(value)) return messages.isNumeric
  const length = lengthOf(value)
  if (rules.minLength !== undefined && length < rules.minLength) return messages.minLength(rules.minLength)
  if (rules.maxLength !== undefined && length > rules.maxLength) return messages.maxLength(rules.maxLength)
  if (rules.isEmail && !isEmail(value)) return messages.isEmail
  if (rules.isPostalCode && !isPostalCode(value)) return messages.isPostalCode
  if (rules.isPhone && !isPhone(value)) return messages.isPhone
  return undefined
}

/** Characters as people count them: an emoji or a surrogate pair is one. */
function lengthOf(value: string): number {
  return [...value].length
}

export function isNumeric(value: string): boolean {
  return /^\d+$/.test(value)
}

/**
 * A local part, one @ and a dotted domain. No nested repetition, so it stays linear on hostile input.
 * Capitals only from ASCII: lower-casing İ differs between systems, and two people could share one email.
 */
export function isEmail(value: string): boolean {
  if (/[^\p{ASCII}]/u.test(value) && [...value].some(isCapitalBeyondAscii)) return false
  const [local, domain, ...rest] = value.split('@')
  if (!local || !domain || rest.length > 0) return false
  if (!/^[^\s"(),:;<>[\\\]\p{C}]+$/u.test(local) || local.startsWith('.') || local.endsWith('.')) return false
  if (local.includes('..')) return false
  const labels = domain.split('.')
  if (labels.length < 2 || !/^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i.test(labels.at(-1) ?? '')) return false
  return labels.every((label) => /^[a-z0-9\p{L}](?:[a-z0-9\p{L}-]{0,61}[a-z0-9\p{L}])?$/iu.test(label))
}

function isCapitalBeyondAscii(character: string): boolean {
  return !/\p{ASCII}/u.test(character) && character.toLowerCase() !== character
}

/** US: 5 digits or ZIP+4. Also six alphanumerics, or the Canadian format. */
export function isPostalCode(value: string): boolean {
  return /^(?:\d{5}(?:-\d{4})?|[a-z0-9]{6}|[a-z]\d[a-z][ -]\d[a-z]\d)$/i.test(value.trim())
}

/** Rejects numbers that cannot exist: one repeated digit, the two sequences, and directory assistance. */
export function isPhone(value: string): boolean {
  const digits = digitsOf(value)
  return (
    !/^(\d)\1{9}$/.test(digits) &&
    digits !== '1234567890' &&
    digits !== '0123456789' &&
    !digits.endsWith('5551212')
  )
}

export function digitsOf(value: string): string {
  return withAsciiDigits(value).replace(/\D/g, '')
}

/** Keyboards of other scripts write other digits. In Unicode the ten of a script stand in a row. */
export function withAsciiDigits(value: string): string {
  return value.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })
}

/** (xxx) xxx-xxxx, as far as there are digits. */
export function formatPhone(value: string): string {
  const digits = digitsOf(value).slice(0, 10)
  if (digits.length <= 3) return digits
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}
