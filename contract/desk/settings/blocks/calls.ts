import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { blockEnd, blockKind, blockValue } from './fields.ts'
import { blocksValues } from './values.ts'

export const addBlock = deskCall({
  ...json,
  path: '/desk/api/blocks/add/',
  who: 'money',
  body: z.object({
    kind: text(blockKind),
    value: text(blockValue),
    until: text(blockEnd),
    reason: text(reason),
  }),
  answer: outcome(blocksValues),
})

export const removeBlock = deskCall({
  ...json,
  path: '/desk/api/blocks/remove/',
  who: 'money',
  body: z.object({ block_id: listed('The id of a block'), reason: text(reason) }),
  answer: outcome(blocksValues),
})
