import * as z from 'zod/mini'
import { publicCall } from '#contract/wire/call.ts'
import { read } from '#contract/wire/endpoint.ts'

export const findBreached = publicCall({
  summary:
    'The breached passwords whose SHA-1 hash begins with these five hexadecimal digits, as the eight digits after them',
  ...read,
  path: '/rest/auth/breached-passwords/:prefix/',
  why: 'it says the same to everyone',
  body: z.object({}),
  answer: z.object({ data: z.object({ suffixes: z.string() }) }),
  refusals: [{ status: 404, when: 'the prefix is not five hexadecimal digits' }],
})
