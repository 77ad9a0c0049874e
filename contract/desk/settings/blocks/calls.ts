import * as z from 'zod/mini'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { blockEnd, blockKind, blockValue } from './fields.ts'
import { blocksValues } from './values.ts'

export const addBlock = call({
  summary: 'Refuse payments of a card, a device or an IP address until a day',
  ...json,
  path: '/desk/api/blocks/add/',
  body: z.object({
    kind: text(blockKind),
    value: text(blockValue),
    until: text(blockEnd),
    reason: text(reason),
  }),
  answer: outcome(blocksValues),
  refusals: [
    { status: 400, when: 'a field is missing or wrong, or the day is in the past' },
    ...deskRefusals,
  ],
})

export const removeBlock = call({
  summary: 'End a block now',
  ...json,
  path: '/desk/api/blocks/remove/',
  body: z.object({ block_id: listed('The id of a block'), reason: text(reason) }),
  answer: outcome(blocksValues),
  refusals: [
    { status: 400, when: 'there is no reason' },
    ...deskRefusals,
    { status: 404, when: 'there is no such block' },
  ],
})
