import { writeFile } from 'node:fs/promises'
import { statuses } from '#contract/accounts/statuses.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { decideByOperator } from '#server/billing/disputes/decide-by-operator.ts'
import { findDispute } from '#server/billing/disputes/dispute.ts'
import { writeEvidencePdf } from '#server/billing/disputes/evidence-pdf.ts'
import { gatherEvidence } from '#server/billing/disputes/gather-evidence.ts'
import { type ListedDispute, listDisputes, listOpenDisputes } from '#server/billing/disputes/list-disputes.ts'
import { noteEvidence } from '#server/billing/disputes/note-evidence.ts'
import { showDispute } from '#server/billing/disputes/show-dispute.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'
import { momentIn } from '../moment.ts'

const LISTED_AT_MOST = 500

export const listDisputesCommand: Command = {
  name: 'dispute list',
  hasTables: true,
  says: 'Lists disputed charges with the last day for evidence: open ones by that day, then decided ones, newest first.',
  flags: {
    open: { says: 'only those that the bank has not decided' },
    since: { takes: 'DAY', says: 'only those opened on this day or later' },
  },
  async run({ db }, { has, flag }) {
    const since = momentIn(flag('since'))
    if (isRefused(since)) return since
    const list = has('open') ? listOpenDisputes : listDisputes
    const found = await list(db, { since: since?.toISOString().slice(0, 10), limit: LISTED_AT_MOST })
    const rows: Row[] = found.map(({ row: _, ...dispute }) => (has('open') ? openOnly(dispute) : dispute))
    const more = rows.length === LISTED_AT_MOST ? { said: 'There may be more: use --since.' } : {}
    return { ...more, sections: [{ name: 'disputes', title: 'Disputes', rows }] }
  },
}

/** What an open dispute has: the line then fits on a screen. */
function openOnly({ closedAt: _closed, lostCents: _lost, ...dispute }: Omit<ListedDispute, 'row'>): Row {
  return dispute
}

export const showDisputeCommand: Command = {
  name: 'dispute show',
  hasTables: true,
  takes: 'ID',
  says: 'Shows a dispute, the charge it is about, and what the account was before.',
  async run({ db }, { args: [id = ''] }) {
    const dispute = await findDispute(db, id)
    if (!dispute) return unknown(id)
    const { gateway, state, amountCents, lostCents, reason, openedOn, replyBy, closedAt, closedBy } = dispute
    const facts = {
      id,
      gateway,
      state,
      amountCents,
      lostCents,
      reason,
      openedOn,
      replyBy,
      closedAt,
      closedBy,
    }
    const { charge, account, refunds } = await showDispute(db, dispute)
    const before = account.before && statuses[account.before].text
    const standing = { ...account, status: statuses[account.status].text, before }
    return {
      sections: [
        { name: 'dispute', title: 'Dispute', rows: [facts] },
        { name: 'charge', title: 'Charge', rows: charge },
        { name: 'account', title: 'Account', rows: [standing] },
        { name: 'refunds', title: 'Refunds and credit', rows: refunds },
      ],
    }
  },
}

export const gatherEvidenceCommand: Command = {
  name: 'dispute evidence',
  takes: 'ID FILE',
  isFile: true,
  says: 'Writes all that shows that a disputed charge was agreed to and used into a PDF file for the bank.',
  async run({ db, config }, { args: [id = '', file = ''], actor, now }) {
    const dispute = await findDispute(db, id)
    if (!dispute) return unknown(id)
    if (!file.endsWith('.pdf')) return refuse('invalid-fields', { errors: 'Name a new file: evidence.pdf.' })
    const pdf = await writeEvidencePdf(config, await gatherEvidence(db, dispute))
    const failure = await writeFile(file, pdf, { flag: 'wx', mode: 0o600 }).catch((error: Error) => error)
    if (failure) return refuse('invalid-fields', { errors: `${file} cannot be written: ${failure.message}` })
    await noteEvidence(db, dispute, actor, now)
    const by = dispute.replyBy ? ` Send it to the gateway by ${formatDay(dispute.replyBy)}.` : ''
    return { said: `The evidence for dispute ${dispute.reference} is in ${file}.${by}` }
  },
}

const why = { reason: { takes: 'TEXT', says: 'how you know, for the audit log' } }

export const winDisputeCommand: Command = {
  name: 'dispute won',
  takes: 'ID',
  says: 'Records that a dispute was won, if the gateway did not tell. The account is as it was before.',
  flags: why,
  run: (deps, given) => decide(deps, given, 'won'),
}

export const loseDisputeCommand: Command = {
  name: 'dispute lost',
  takes: 'ID',
  says: 'Records that a dispute was lost, if the gateway did not tell. The amount counts as returned by the bank.',
  flags: why,
  run: (deps, given) => decide(deps, given, 'lost'),
}

async function decide(
  deps: Parameters<Command['run']>[0],
  { args: [reference = ''], flag, actor }: Parameters<Command['run']>[1],
  state: 'won' | 'lost',
) {
  const words = flag('reason')?.trim() ?? ''
  if (words === '')
    return refuse('invalid-fields', {
      errors: `Say how you know: --reason "Letter of the bank of November 3".`,
    })
  const decided = await decideByOperator(deps, { reference, state, words, actor })
  if (isRefused(decided)) return decided
  return {
    said: `Dispute ${reference} about ${formatAmount(decided.amountCents)} is ${state}, and the owner was told.`,
  }
}

function unknown(id: string) {
  return refuse('not-found', { errors: `There is no dispute ${id || '(none given)'}.` })
}
