import type { FieldErrors } from '#contract/wire/call.ts'

export type EmailVideoValues = {
  /** What the partner is called. */
  name: string
  sent?: { pin: string; errors: FieldErrors | string }
}
