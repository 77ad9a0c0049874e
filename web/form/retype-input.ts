import type { ChangeEvent } from 'react'
import { type Deletion, retype } from './retype.ts'

const deletions: Record<string, Deletion> = {
  deleteContentBackward: 'backward',
  deleteContentForward: 'forward',
}

/**
 * Formats an input while typing. Runs before the form's change handler, which then reads the formatted value.
 */
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
