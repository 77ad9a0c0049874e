import { writeFile } from 'node:fs/promises'
import { statuses } from '#contract/accounts/statuses.ts'
import { type Day, formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { decideByOperator } from '#server/billing/disputes/decide-by-operator.ts'
import { findDispute } from '#server/billing/disputes/dispute.ts'
import { writeEvidencePdf } from '#server/billing/disputes/evidence-pdf.ts'
import { gatherEvidence } from '#server/billing/disputes/gather-evidence.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { Command, Row, Section } from '../command.ts'
import { momentIn } from '../moment.ts'

export const listDisputesCommand: Command = {
  name: 'dispute list',
  says: 'Lists disputed charges, oldest first, with the last day on which evidence can be sent.',
  flags: {
    open: { says: 'only those that the bank has not decided' },
    since: { takes: 'DAY', says: 'only those opened on this day or later' },
  },
  async run({ db }, { has, flag }) {
    const since = momentIn(flag('since'))
    if (isRefused(since)) return since
    const day = (since ?? new Date(0)).toISOString().slice(0, 10)
    const rows = await db.many<Row>(has('open') ? openSince(day) : allSince(day))
    const more = rows.length === LISTED_AT_MOST ? { said: 'There may be more: use --since.' } : {}
    return { ...more, sections: [{ name: 'disputes', title: 'Disputes', rows }] }
  },
}

const LISTED_AT_MOST = 500

const openSince = (day: Day) => sql`
  select d.reference as id, d.state, d.reply_by as "replyBy", d.opened_on as "openedOn", d.amount_cents as "amountCents",
    d.reason, a.pin, a.company
  from disputes d join accounts a on a.id = d.account_id
  where d.state = 'opened' and d.opened_on >= ${day} order by d.opened_on, d.id limit ${LISTED_AT_MOST}`

const allSince = (day: Day) => sql`
  select d.reference as id, d.state, d.reply_by as "replyBy", d.opened_on as "openedOn", d.closed_at as "closedAt",
    d.amount_cents as "amountCents", d.lost_cents as "lostCents", d.reason, a.pin, a.company
  from disputes d join accounts a on a.id = d.account_id
  where d.opened_on >= ${day} order by d.opened_on, d.id limit ${LISTED_AT_MOST}`

export const showDisputeCommand: Command = {
  name: 'dispute show',
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
    return {
      sections: [
        { name: 'dispute', title: 'Dispute', rows: [facts] },
        await chargeOf(db, dispute.chargeId),
        await accountOf(db, dispute.id),
        await refundsOf(db, dispute.chargeId),
      ],
    }
  },
}

async function chargeOf(db: Db, chargeId: number): Promise<Section> {
  const rows = await db.many<Row>(sql`
    select c.gateway_reference as reference, c.amount_cents as "amountCents", c.refunded_cents as "refundedCents",
      c.brand || ' ending ' || c.last_four as card, c.created_at as "createdAt", i.number as bill
    from charges c left join invoices i on i.charge_id = c.id where c.id = ${chargeId}`)
  return { name: 'charge', title: 'Charge', rows }
}

async function accountOf(db: Db, disputeId: number): Promise<Section> {
  const row = await db.one<Row & { status: keyof typeof statuses; before: keyof typeof statuses | null }>(sql`
    select a.pin, a.company, a.status, a.fraud_marked_at as "fraudMarkedAt", a.fraud_dispute_id = d.id as "markedByThis",
      d.former_status as before
    from disputes d join accounts a on a.id = d.account_id where d.id = ${disputeId}`)
  const before = row.before && statuses[row.before].text
  return { name: 'account', title: 'Account', rows: [{ ...row, status: statuses[row.status].text, before }] }
}

async function refundsOf(db: Db, chargeId: number): Promise<Section> {
  const rows = await db.many<Row>(sql`
    select n.number, n.state, n.way, n.total_cents as "amountCents", n.created_at as "createdAt"
    from invoices i join credit_notes n on n.invoice_id = i.id where i.charge_id = ${chargeId} order by n.id`)
  return { name: 'refunds', title: 'Refunds and credit', rows }
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
    const { accountId, reference } = dispute
    await recordAudit(db, { actor, action: 'evidence-gathered', accountId, details: { reference } }, now)
    const by = dispute.replyBy ? ` Send it to the gateway by ${formatDay(dispute.replyBy)}.` : ''
    return { said: `The evidence for dispute ${reference} is in ${file}.${by}` }
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
