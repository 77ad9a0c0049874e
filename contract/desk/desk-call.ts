import type * as z from 'zod/mini'
import type { Call } from '#contract/wire/call.ts'
import type { DeskPermission } from './desk-roles.ts'

/** A call that operators make while they are signed in, with what it needs. */
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
