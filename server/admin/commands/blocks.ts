import { blockedValue } from '#server/billing/blocks/blocked-value.ts'
import { addBlock, type BlockKind, blockKinds, removeBlock } from '#server/billing/blocks/blocks.ts'
import { listBlocks } from '#server/billing/blocks/list-blocks.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'
import { momentIn } from '../moment.ts'

export const addBlockCommand: Command = {
  name: 'block add',
  takes: 'card|device|address VALUE',
  says: "Refuses payments until a date: by the gateway's identifier of a card, a device, an IP address or range.",
  flags: {
    until: { takes: 'DATE', says: 'the end of the block' },
    reason: { takes: 'TEXT', says: 'why, for the list and the audit log' },
  },
  async run({ db }, { args: [kind = '', typed = ''], flag, actor, now }) {
    if (!isKind(kind)) return wrong(`Say what to block: ${blockKinds.join(', ')}.`)
    const value = blockedValue(kind, typed)
    if (isRefused(value)) return value
    const until = momentIn(flag('until'))
    if (isRefused(until)) return until
    if (!until || until <= now) return wrong('Give the end of the block, in the future: --until 2027-01-01.')
    const reason = flag('reason')?.trim() ?? ''
    if (reason === '') return wrong('Give a reason: --reason "stolen cards".')
    const block = await db.transaction((tx) => addBlock(tx, { kind, value, until, reason, actor }, now))
    return { said: `Block ${block.id}: ${kind} ${value} until ${block.until.toISOString()}.` }
  },
}

export const listBlocksCommand: Command = {
  name: 'block list',
  hasTables: true,
  says: 'Lists the blocks that hold now, the next to end first.',
  async run({ db }, { now }) {
    const rows: Row[] = await listBlocks(db, now)
    return { sections: [{ name: 'blocks', title: 'Blocks', rows }] }
  },
}

export const removeBlockCommand: Command = {
  name: 'block remove',
  takes: 'BLOCK',
  says: 'Ends a block now.',
  async run({ db }, { args: [id = ''], actor, now }) {
    const isNumber = /^\d{1,15}$/.test(id)
    const isRemoved =
      isNumber && (await db.transaction((tx) => removeBlock(tx, { id: Number(id), actor }, now)))
    return isRemoved
      ? { said: `Block ${id} is removed.` }
      : refuse('not-found', { errors: `There is no block ${id}.` })
  },
}

function isKind(text: string): text is BlockKind {
  return (blockKinds as readonly string[]).includes(text)
}

function wrong(errors: string): Refused {
  return refuse('invalid-fields', { errors })
}
