import type { FieldErrors } from '#contract/wire/call.ts'

export type EmailVideoValues = {
  /** The partner's name. */
  name: string
  sent?: { pin: string; errors: FieldErrors | string }
}
