import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import { listed, note, orderKey, text } from '#contract/wire/schema.ts'
import { noteWords } from './fields.ts'
import type { TimelinePart } from './timeline.ts'
import type { DeskNote } from './values.ts'

const notes = z.object({ data: z.object({ notes: z.array(z.custom<DeskNote>()) }) })

export const readTimeline = deskCall({
  ...read,
  encoding: 'query',
  path: '/desk/api/accounts/:number/timeline/',
  who: 'read',
  body: z.object({
    before: note(60, 'Where the part begins: the `older` of the part before'),
    kinds: note(200, 'The kinds, separated by commas; all of them if empty'),
  }),
  answer: z.object({ data: z.custom<TimelinePart>() }),
})

export const addNote = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/notes/',
  who: 'help',
  body: z.object({ words: text(noteWords), key: orderKey() }),
  answer: notes,
})

export const strikeNote = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/notes/strike/',
  who: 'help',
  body: z.object({ note_id: listed('The id of a note') }),
  answer: notes,
})
