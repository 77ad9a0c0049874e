import * as z from 'zod/mini'
import type { Call } from '#contract/wire/call.ts'
import { lines } from '#contract/wire/field.ts'
import type { DeskPermission } from './desk-roles.ts'

/** A call of signed-in operators, with the permission it needs. */
export type DeskCall<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = Call<Body, Answer> & { who: DeskPermission }

/** A call of the sign-in itself. */
export type OpenDeskCall<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = Call<Body, Answer> & { who: 'before-sign-in' }

export function deskCall<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  described: DeskCall<Body, Answer>,
): DeskCall<Body, Answer> {
  return described
}

export function openDeskCall<Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  described: Call<Body, Answer>,
): OpenDeskCall<Body, Answer> {
  return { ...described, who: 'before-sign-in' }
}

/**
 * The answer to a change: a message about it, and the page's new values. Without values if they could not be
 * read: the change is made all the same, and its answer may be the only one with a secret.
 */
export function outcome<Values extends z.ZodMiniType>(values: Values) {
  return z.object({ data: z.object({ said: z.string(), values: z.optional(values) }) })
}

/** The same for a change that makes a secret. It is shown once and stored nowhere. */
export function outcomeWithSecret<Values extends z.ZodMiniType>(values: Values) {
  return z.object({ data: z.object({ said: z.string(), secret: z.string(), values: z.optional(values) }) })
}

/** The operator's reason: recorded in the audit log, and never shown to customers. */
export const reason = lines('Reason', {
  required: true,
  maxLength: 500,
  requiredMessage: 'Enter a reason',
})

/** For a form whose answer was lost or late. */
export const noAnswer =
  'No answer came, so this may or may not have been done. Reload the page and look before you send it again.'
