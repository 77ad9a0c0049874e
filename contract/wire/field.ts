import type { Option } from './option.ts'
import { oneLine, severalLines } from './plain-text.ts'
import type { Rules } from './rules.ts'

/** A form field: its label, its rules, and how its value is normalized. */
export type Field = {
  label: string
  validation: Rules
  /**
   * `text` is one line, `lines` may be several. `phone`: punctuation is removed before the rules run.
   * `secret`: never trimmed, shown or stored. `card`: the rules run on the text as written; digits alone are taken from it.
   */
  writing?: Writing
  options?: Option[]
}

export type Writing = 'text' | 'lines' | 'phone' | 'secret' | 'card'

const writers: Record<Writing, (value: string) => string> = {
  text: oneLine,
  lines: severalLines,
  phone: (value) => oneLine(value).replace(/[\s().+-]/g, ''),
  secret: (value) => value,
  card: (value) => oneLine(value).normalize('NFKC'),
}

/** The normalized value, as the rules check it and as it is stored. */
export function written(value: string, { writing = 'text' }: Pick<Field, 'writing'>): string {
  return writers[writing](value)
}

export function field(label: string, validation: Rules): Field {
  return { label, validation }
}

export function lines(label: string, validation: Rules): Field {
  return { label, validation, writing: 'lines' }
}

export function secret(label: string, validation: Rules): Field {
  return { label, validation, writing: 'secret' }
}

export function choice(label: string, options: Option[]): Field & { options: Option[] } {
  return { label, validation: { required: true }, options }
}
