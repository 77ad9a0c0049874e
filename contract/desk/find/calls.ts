import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { field } from '#contract/wire/field.ts'
import { text } from '#contract/wire/schema.ts'
import type { FoundValues } from './values.ts'

const LONGEST_TEXT = 200
const sought = field('Find', { maxLength: LONGEST_TEXT })

export const find = deskCall({
  // Not in the URL: emails and names would stand in the logs of whatever is in between.
  ...json,
  path: '/desk/api/find/',
  who: 'read',
  body: z.object({ text: text(sought) }),
  answer: z.object({ data: z.custom<FoundValues>() }),
})
