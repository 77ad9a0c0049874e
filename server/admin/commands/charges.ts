import { randomUUID } from 'node:crypto'
import type { FailedRefundChoice } from '#contract/billing/failed-refund-choices.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { settleByOperator } from '#server/billing/charges/settle-by-operator.ts'
import type { OperatorsWord } from '#server/billing/charges/settle-charge.ts'
import { listFailedRefunds } from '#server/billing/queues/failed-refunds.ts'
import { BEGINNING } from '#server/billing/queues/place.ts'
import { listUnanswered } from '#server/billing/queues/unanswered-charges.ts'
import { solveFailedRefund } from '#server/billing/refunds/decide-failed-refund.ts'
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

export const listFailedRefundsCommand: Command = {
  name: 'refund failed',
  hasTables: true,
  says: 'Lists the refunds that moved no money and wait for a decision, oldest first.',
  async run({ db }) {
    const failed = await listFailedRefunds(db, BEGINNING, LISTED_AT_MOST)
    const more = failed.length === LISTED_AT_MOST ? { said: 'There may be more: these come first.' } : {}
    const rows = failed.map(({ id, at, pin, company, amountCents, bill, creditNote, why, isForeign }) => ({
      id,
      at,
      pin,
      company,
      amount: formatAmount(amountCents),
      bill: bill ?? '',
      creditNote: creditNote ?? '',
      why: why === 'failed' ? 'not carried out' : 'refused',
      madeAt: isForeign ? 'the gateway' : '',
    }))
    return { ...more, sections: [{ name: 'refunds', title: 'Refunds that moved no money', rows }] }
  },
}

const choices = new Map<string, FailedRefundChoice>([
  ['card', 'again'],
  ['credit', 'credit'],
  ['none', 'dismiss'],
])

export const decideRefundCommand: Command = {
  name: 'refund decide',
  takes: 'ID',
  says: 'Solves a refund that moved no money: sends it to the card again, gives it as credit, or closes it.',
  flags: {
    to: { takes: 'card|credit|none', says: 'none: it was settled in another way' },
    words: { takes: 'TEXT', says: 'why, in your own words' },
  },
  async run(deps, { actor, args: [id = ''], flag }) {
    if (!/^\d{1,15}$/.test(id)) return refuse('not-found', { errors: `There is no refund ${id}.` })
    const choice = choices.get(flag('to') ?? '')
    if (!choice)
      return refuse('invalid-fields', {
        errors: 'Say what happens: --to card, --to credit or --to none.',
      })
    const words = flag('words')?.trim() ?? ''
    if (words === '') return refuse('invalid-fields', { errors: 'Say why in your own words with --words.' })
    // It waits once anyway: a second run finds it decided.
    return solveFailedRefund(deps, { id: Number(id), choice, words, key: randomUUID(), actor })
  },
}

function wordOf({ has, flag }: Given): OperatorsWord | undefined {
  if (has('paid')) return { kind: 'paid', reference: flag('paid')?.trim() ?? '' }
  if (has('declined')) return { kind: 'declined', reason: 'declined' }
  return has('absent') ? { kind: 'absent' } : undefined
}
