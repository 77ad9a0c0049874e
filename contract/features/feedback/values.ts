import type { FieldErrors } from '#contract/wire/call.ts'

/** Shown only in the feedback page's iframe. */
export type FeedbackFormValues = {
  sent?: { answers: Record<string, string>; errors?: FieldErrors | string; isDone?: boolean }
}
