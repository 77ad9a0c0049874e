import * as z from 'zod/mini'
import { publicCall } from '#contract/wire/call.ts'
import { read } from '#contract/wire/endpoint.ts'

export const findBreached = publicCall({
  ...read,
  path: '/rest/auth/breached-passwords/:prefix/',
  why: 'it says the same to everyone',
  body: z.object({}),
  answer: z.object({ data: z.object({ suffixes: z.string() }) }),
})
