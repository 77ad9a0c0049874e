import { timeZones } from '#contract/calendar/time-zones.ts'
import { choice, type Field, field } from '#contract/wire/field.ts'
import type { Rules } from '#contract/wire/rules.ts'

const required = { required: true } as const

export const email = field('Email', { ...required, maxLength: 59, isEmail: true })
export const firstName = field('First name', { ...required, maxLength: 59 })
export const lastName = field('Last name', { ...required, maxLength: 60 })
export const fullName = field('Full name', { ...required, maxLength: 59 })
export const company = field('Company', { ...required, maxLength: 255 })
export const mobilePhone = phone('Mobile phone', { required: true, isPhone: true })
/** Any ten digits: the specification validates only the mobile phone. */
export const officePhone = phone('Office phone', {})
export const address = field('Street address', { ...required, maxLength: 60 })
export const city = field('City', { ...required, maxLength: 60 })
export const state = field('State', required)
export const zipCode = field('Zip', { ...required, maxLength: 60, isPostalCode: true })
export const timeZone = choice('Time zone', timeZones)

function phone(label: string, rules: Pick<Rules, 'required' | 'isPhone'>): Field {
  const validation = { ...rules, isNumeric: true, minLength: 10, maxLength: 10 }
  return { label, validation, writing: 'phone' }
}

/** Split at the first space; a single name counts as the first name. */
export function splitFullName(fullName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = fullName.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}
