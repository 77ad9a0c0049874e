/** An option of a list: the value that is sent, and its label. */
export type Option = { value: string; displayValue: string }

export function optionOf(value: string): Option {
  return { value, displayValue: value }
}
