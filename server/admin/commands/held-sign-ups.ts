import { refuseHeld, releaseHeld } from '#server/billing/orders/decide-held.ts'
import { describeRefused, describeReleased } from '#server/billing/orders/describe-released.ts'
import { listHeld } from '#server/billing/orders/list-held.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'
import { momentIn } from '../moment.ts'
import { sayMore } from '../say-more.ts'

const LISTED_AT_MOST = 100

export const listHeldCommand: Command = {
  name: 'sign-up held',
  hasTables: true,
  says: 'Lists the sign-ups that wait for your decision, the most urgent first.',
  async run({ db }, { now }) {
    const rows: Row[] = await listHeld(db, now, LISTED_AT_MOST)
    return {
      ...sayMore([rows], LISTED_AT_MOST, '', 'most urgent'),
      sections: [{ name: 'held', title: 'Held sign-ups', rows }],
    }
  },
}

export const releaseHeldCommand: Command = {
  name: 'sign-up release',
  takes: 'ORDER',
  says: 'Accepts a held sign-up: it is charged as it was shown, and the person gets a mail.',
  async run(deps, { args: [id = ''], actor }) {
    const orderId = orderIn(id)
    if (isRefused(orderId)) return orderId
    const released = await releaseHeld(deps, { orderId, actor })
    return isRefused(released) ? released : { said: describeReleased(orderId, released) }
  },
}

export const refuseHeldCommand: Command = {
  name: 'sign-up refuse',
  takes: 'ORDER',
  says: 'Closes a held sign-up without a charge. The person gets a mail that does not say why.',
  flags: {
    reason: { takes: 'TEXT', says: 'the reason, for the audit log' },
    'block-until': { takes: 'DATE', says: 'also block its card, device and address until then' },
  },
  async run(deps, { args: [id = ''], flag, actor, now }) {
    const orderId = orderIn(id)
    if (isRefused(orderId)) return orderId
    const reason = flag('reason')?.trim() ?? ''
    if (reason === '') return refuse('invalid-fields', { errors: 'Give a reason: --reason "stolen card".' })
    const blockUntil = momentIn(flag('block-until'))
    if (isRefused(blockUntil)) return blockUntil
    if (blockUntil && blockUntil <= now)
      return refuse('invalid-fields', { errors: 'A block ends in the future.' })
    const refused = await refuseHeld(deps, { orderId, reason, actor, blockUntil })
    if (isRefused(refused)) return refused
    return { said: describeRefused(orderId, refused) }
  },
}

function orderIn(text: string): number | Refused {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  return refuse('not-found', { errors: `There is no held sign-up ${text}.` })
}
