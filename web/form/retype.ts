import type { ChangeEvent } from 'react'
import { digitsOf } from '#contract/wire/rules.ts'

type Typed = { value: string; caret: number }
export type Deletion = 'backward' | 'forward'

/**
 * Formats a number with punctuation after a keystroke: the digits stay, and so does the caret's position
 * among them.
 */
export function retype(
  typed: Typed,
  format: (value: string) => string,
  before: string,
  deletion?: Deletion,
): Typed {
  const digits = digitsOf(typed.value)
  const ahead = digitsOf(typed.value.slice(0, typed.caret)).length
  // Only punctuation was deleted: also delete the adjacent digit, or the key would seem to do nothing.
  if (deletion && digits === digitsOf(before) && typed.value.length < before.length) {
    const at = deletion === 'backward' ? ahead - 1 : ahead
    if (at >= 0) return placed(format(digits.slice(0, at) + digits.slice(at + 1)), at)
  }
  return placed(format(typed.value), ahead)
}

/** Puts the caret after the same number of digits; after the last digit, at the end. */
function placed(value: string, digitsAhead: number): Typed {
  if (digitsAhead >= digitsOf(value).length) return { value, caret: value.length }
  let caret = 0
  for (let seen = 0; seen < digitsAhead; caret += 1) if (/\d/.test(value.charAt(caret))) seen += 1
  return { value, caret }
}

const deletions: Record<string, Deletion> = {
  deleteContentBackward: 'backward',
  deleteContentForward: 'forward',
}

/** Formats an input while typing. Runs before the form's change handler, which then reads the formatted value. */
export function retypeInput(
  event: ChangeEvent<HTMLInputElement>,
  format: (value: string) => string,
  before: string,
): void {
  const input = event.currentTarget
  const { inputType } = event.nativeEvent as InputEvent
  const typed = { value: input.value, caret: input.selectionStart ?? input.value.length }
  const { value, caret } = retype(typed, format, before, deletions[inputType])
  if (value === input.value) return
  input.value = value
  input.setSelectionRange(caret, caret)
}
