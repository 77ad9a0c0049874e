import { messagesIn, type ServerErrors } from './refusal.ts'

/** A refusal as one text, where there are no fields to show it at. */
export function sentenceOf(errors: ServerErrors): string {
  if (typeof errors === 'string') return errors
  return messagesIn(errors)
    .map(([, message]) => message)
    .join(' ')
}
