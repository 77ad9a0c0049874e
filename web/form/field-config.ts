import { type Field, type Writing, written } from '#contract/wire/field.ts'
import type { Option } from '#contract/wire/option.ts'
import { complaintOf, type Rules } from '#contract/wire/rules.ts'
import { formatPhoneNumber } from './phone-number.ts'

/** A field of a form and the state it is in. Ticked is 'true', unticked 'false'. */
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

/** `tel` drops punctuation before its rules run, `password` is never trimmed: see contract/fields. */
export type InputType = 'text' | 'email' | 'password' | 'tel'

export type Presentation = {
  elementType?: FieldConfig['elementType']
  type?: InputType
  options?: Option[]
  value?: string
  label?: string
  doNotCopyPast?: boolean
}

/** A field of the contract, ready to be asked for. */
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

/** A value as it stands in the field. */
export function shownValue({ elementConfig }: FieldConfig, value: string): string {
  return elementConfig.type === 'tel' ? formatPhoneNumber(value) : value
}

/** The value as the rules read it and the server gets it. */
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
