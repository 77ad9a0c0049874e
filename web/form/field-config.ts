import { type Field, type Writing, written } from '#contract/wire/field.ts'
import type { Option } from '#contract/wire/option.ts'
import { complaintOf, digitsOf, formatPhone, type Rules } from '#contract/wire/rules.ts'

/** A form field and its state. A checked checkbox is 'true', an unchecked one 'false'. */
export type FieldConfig = {
  value: string
  label: string
  elementType: 'input' | 'textarea' | 'checkbox' | 'select'
  elementConfig: { type: InputType; options: Option[] }
  validation: Rules
  valid: boolean
  touched: boolean
  error: string
  doNotCopyPast: boolean
}

/** `tel` removes punctuation before its rules run, `password` is never trimmed: see contract/fields. */
type InputType = 'text' | 'email' | 'password' | 'tel'

type Presentation = {
  elementType?: FieldConfig['elementType']
  type?: InputType
  options?: Option[]
  value?: string
  label?: string
  doNotCopyPast?: boolean
}

/** The config for a field of the contract. */
export function configOf(field: Field, shown: Presentation = {}): FieldConfig {
  const elementType = shown.elementType ?? elementTypeOf(field)
  const config: FieldConfig = {
    value: elementType === 'checkbox' ? 'false' : '',
    label: shown.label ?? field.label,
    elementType,
    elementConfig: { type: shown.type ?? typeOf(field), options: shown.options ?? field.options ?? [] },
    validation: field.validation,
    valid: true,
    touched: false,
    error: '',
    doNotCopyPast: shown.doNotCopyPast ?? false,
  }
  return shown.value === undefined ? config : { ...config, value: shownValue(config, shown.value) }
}

function elementTypeOf({ options, validation, writing }: Field): FieldConfig['elementType'] {
  if (options) return 'select'
  if (writing === 'lines') return 'textarea'
  return validation.isBoolean ? 'checkbox' : 'input'
}

function typeOf({ writing, validation }: Field): InputType {
  if (writing === 'phone') return 'tel'
  if (writing === 'secret') return 'password'
  return validation.isEmail ? 'email' : 'text'
}

/** The value as displayed in the field. */
export function shownValue({ elementConfig }: FieldConfig, value: string): string {
  return elementConfig.type === 'tel' ? formatPhoneNumber(value) : value
}

/** Like the contract's, but also accepts a pasted country code. */
export function formatPhoneNumber(value: string): string {
  const digits = digitsOf(value)
  return formatPhone(digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits)
}

/** The normalized value, as the rules check it and as it is sent. */
export function writtenValue({ value, elementType, elementConfig: { type } }: FieldConfig): string {
  return written(value, { writing: elementType === 'textarea' ? 'lines' : writings[type] })
}

const writings: Record<InputType, Writing> = { text: 'text', email: 'text', tel: 'phone', password: 'secret' }

export function complaintAbout(config: FieldConfig): string | undefined {
  return complaintOf(writtenValue(config), config.validation)
}

export function isComplaintShown({ touched, valid }: FieldConfig): boolean {
  return touched && !valid
}

/** Plain text fields that are secret, by wire name. */
const secretTexts = new Set([
  'first_question_answer',
  'second_question_answer',
  'number',
  'holder',
  'expiration_date_0',
  'expiration_date_1',
  'cvv',
])

/** Cleared when the page is left: passwords, security answers and everything about a card. */
export function isSecret(name: string, { elementConfig }: FieldConfig): boolean {
  return elementConfig.type === 'password' || secretTexts.has(name)
}
