import * as z from 'zod/mini'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { field } from '#contract/wire/field.ts'
import { text } from '#contract/wire/schema.ts'
import type { FoundValues } from './values.ts'

const LONGEST_TEXT = 200
const sought = field('Find', { maxLength: LONGEST_TEXT })

export const find = call({
  summary: 'Find accounts, people, bills, charges and mails by whatever names them',
  // Not in the URL: emails and names would stand in the logs of whatever is in between.
  ...json,
  path: '/desk/api/find/',
  body: z.object({ text: text(sought) }),
  answer: z.object({ data: z.custom<FoundValues>() }),
  refusals: [
    { status: 401, when: 'no operator is signed in' },
    { status: 403, when: 'the role of the operator does not allow it' },
  ],
})
