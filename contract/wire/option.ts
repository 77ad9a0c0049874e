/** A choice of a list: what is sent, and what a person reads. */
export type Option = { value: string; displayValue: string }

export function optionOf(value: string): Option {
  return { value, displayValue: value }
}
