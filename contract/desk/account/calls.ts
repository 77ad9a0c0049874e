import * as z from 'zod/mini'
import { call } from '#contract/wire/call.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import { listed, note, orderKey, text } from '#contract/wire/schema.ts'
import { noteWords } from './fields.ts'
import type { TimelinePart } from './timeline.ts'
import type { DeskNote } from './values.ts'

const noAccount = { status: 404, when: 'there is no such account' } as const
const notes = z.object({ data: z.object({ notes: z.array(z.custom<DeskNote>()) }) })

export const readTimeline = call({
  summary: 'Read a part of the timeline of an account',
  ...read,
  encoding: 'query',
  path: '/desk/api/accounts/:number/timeline/',
  body: z.object({
    before: note(60, 'Where the part begins: the `older` of the part before'),
    kinds: note(200, 'The kinds, separated by commas; all of them if empty'),
  }),
  answer: z.object({ data: z.custom<TimelinePart>() }),
  refusals: [noAccount],
})

export const addNote = call({
  summary: 'Add a note to an account, for operators only',
  ...json,
  path: '/desk/api/accounts/:number/notes/',
  body: z.object({ words: text(noteWords), key: orderKey() }),
  answer: notes,
  refusals: [
    { status: 400, when: 'the note is empty or too long' },
    noAccount,
    { status: 409, when: 'the key was used for another note' },
  ],
})

export const strikeNote = call({
  summary: 'Strike out a note',
  ...json,
  path: '/desk/api/accounts/:number/notes/strike/',
  body: z.object({ note_id: listed('The id of a note') }),
  answer: notes,
  refusals: [{ status: 404, when: 'there is no such note, or it is struck out' }],
})
