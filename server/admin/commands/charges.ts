import { formatAmount } from '#contract/catalogue/money.ts'
import { type OperatorsWord, settleByOperator } from '#server/billing/charges/settle-by-operator.ts'
import { BEGINNING } from '#server/billing/queues/place.ts'
import { listUnanswered } from '#server/billing/queues/unanswered-charges.ts'
import { settleRefundByOperator } from '#server/billing/refunds/settle-by-operator.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { Command, Given, Row } from '../command.ts'

const LISTED_AT_MOST = 500

export const listChargesCommand: Command = {
  name: 'charge list',
  hasTables: true,
  says: 'Lists the charges and refunds whose outcome is unknown, oldest first.',
  async run({ db }, { now }) {
    const waiting = await listUnanswered(db, BEGINNING, { before: now, atMost: LISTED_AT_MOST })
    const rowOf = ({ micros, source, kind, at, email, ...row }: (typeof waiting)[number]): Row => ({
      ...row,
      createdAt: at,
    })
    const ofKind = (kind: 'charge' | 'refund') => waiting.filter((one) => one.kind === kind).map(rowOf)
    const more = waiting.length === LISTED_AT_MOST ? { said: 'There may be more: these come first.' } : {}
    return {
      ...more,
      sections: [
        { name: 'charges', title: 'Charges without an answer', rows: ofKind('charge') },
        { name: 'refunds', title: 'Refunds without an answer', rows: ofKind('refund') },
      ],
    }
  },
}

export const settleChargeCommand: Command = {
  name: 'charge settle',
  takes: 'ID',
  says: 'Asks the gateway for the outcome of a charge and records it. It never charges a card.',
  flags: {
    paid: {
      takes: 'REFERENCE',
      says: 'your word, where the gateway cannot tell: it was paid under this reference',
    },
    declined: { says: 'you confirm that the bank declined it' },
    absent: { says: 'you confirm that it never reached the gateway' },
  },
  async run(deps, given) {
    const {
      args: [id = ''],
      has,
      actor,
    } = given
    if (!/^\d{1,15}$/.test(id)) return refuse('not-found', { errors: `There is no charge ${id}.` })
    if (['paid', 'declined', 'absent'].filter(has).length > 1)
      return refuse('invalid-fields', { errors: 'Use only one of --paid, --declined and --absent.' })
    const settled = await settleByOperator(deps, {
      chargeId: Number(id),
      word: wordOf(given),
      actor,
      howToSay: 'If its own pages show the outcome, enter it with --paid REFERENCE, --declined or --absent.',
    })
    if (isRefused(settled)) return settled
    return { said: `Charge ${id} of ${formatAmount(settled.amountCents)} ${settled.said}.` }
  },
}

export const settleRefundCommand: Command = {
  name: 'refund settle',
  takes: 'ID',
  says: 'Asks the gateway for the outcome of a refund and records it. One that never reached the gateway is sent again.',
  async run(deps, { actor, args: [id = ''] }) {
    if (!/^\d{1,15}$/.test(id)) return refuse('not-found', { errors: `There is no refund ${id}.` })
    const settled = await settleRefundByOperator(deps, { refundId: Number(id), actor })
    if (isRefused(settled)) return settled
    const { cents, number } = settled
    return { said: `Refund ${id} of ${formatAmount(cents)} is settled: credit note ${number}.` }
  },
}

function wordOf({ has, flag }: Given): OperatorsWord | undefined {
  if (has('paid')) return { kind: 'paid', reference: flag('paid')?.trim() ?? '' }
  if (has('declined')) return { kind: 'declined', reason: 'declined' }
  return has('absent') ? { kind: 'absent' } : undefined
}
