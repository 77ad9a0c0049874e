import type { FieldErrors } from '#contract/wire/call.ts'

/** Framed by the feedback page, and by nothing else. */
export type FeedbackFormValues = {
  sent?: { answers: Record<string, string>; errors?: FieldErrors | string; isDone?: boolean }
}
