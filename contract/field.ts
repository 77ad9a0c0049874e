import type { Option } from './options.ts'
import type { Rules } from './rules.ts'

/** A field as people know it: its label, what it demands, and how its value is written. */
export type Field = {
  label: string
  validation: Rules
  /** `phone`: punctuation is dropped before the rules run. `secret`: never trimmed, shown or stored. */
  writing?: 'text' | 'phone' | 'secret'
  options?: Option[]
}

/** A value as the rules read it and as it is kept. */
export function written(value: string, { writing = 'text' }: Field): string {
  if (writing === 'secret') return value
  return writing === 'phone' ? value.replace(/[\s().+-]/g, '') : value.trim()
}

export function field(label: string, validation: Rules): Field {
  return { label, validation }
}

export function secret(label: string, validation: Rules): Field {
  return { label, validation, writing: 'secret' }
}
