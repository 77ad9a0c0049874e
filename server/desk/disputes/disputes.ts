import type { FastifyInstance } from 'fastify'
import { statuses } from '#contract/accounts/statuses.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import {
  type DisputeRow,
  type DisputesValues,
  type DisputeValues,
  decideDispute,
} from '#contract/desk/disputes.ts'
import type { Query } from '#contract/wire/query.ts'
import {
  cursorOf,
  type Dispute,
  findDispute,
  listDisputes,
  listOpenDisputes,
  showDispute as readDispute,
} from '#server/billing/disputes/dispute.ts'
import { writeEvidencePdf } from '#server/billing/disputes/evidence-pdf.ts'
import { gatherEvidence, noteEvidence } from '#server/billing/disputes/gather-evidence.ts'
import { decideByOperator } from '#server/billing/disputes/take-dispute.ts'
import { partOf, readCursor, writeCursor } from '#server/platform/db/cursor.ts'
import { orThrow, type Refused, refuse } from '#server/platform/refusal.ts'
import { changesShowing, type DeskDeps, deskFile, deskPage } from '../desk-routes.ts'

export function disputesRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'disputes', (_operator, { query }) => showDisputes(deps, query))
  deskPage(app, deps, 'dispute', (_operator, { visitor }) => showDispute(deps, visitor.parts.id ?? ''))
  const changing = changesShowing(app, deps, (_operator, { id }: { id: string }) => showDispute(deps, id))
  changing(decideDispute, async ({ id, decision, reason }, { actor }) => {
    const state = decision === 'won' ? 'won' : 'lost'
    const { amountCents } = orThrow(
      await decideByOperator(deps, { reference: id, state, words: reason, actor }),
    )
    return { said: `Dispute ${id} about ${formatAmount(amountCents)} is ${state}. The owner was told.` }
  })
  evidence(app, deps)
}

const ROWS = 50

async function showDisputes({ db }: Pick<DeskDeps, 'db'>, { show, after }: Query): Promise<DisputesValues> {
  const cursor = readCursor(after)
  const list = show === 'all' ? listDisputes : listOpenDisputes
  const found = await list(db, { cursor, limit: ROWS + 1 })
  const { rows, last } = partOf(found, ROWS)
  return {
    show: show === 'all' ? 'all' : 'open',
    rows: rows.map(shown),
    next: last ? writeCursor(cursorOf(last)) : null,
    isFirst: cursor === undefined,
  }
}

function shown({ id, state, replyBy, openedOn, amountCents, lostCents, reason, pin, company }: DisputeRow) {
  return { id, state, replyBy, openedOn, amountCents, lostCents, reason, pin, company }
}

async function showDispute({ db }: Pick<DeskDeps, 'db'>, id: string): Promise<DisputeValues | Refused> {
  const dispute = await findDispute(db, id)
  if (!dispute) return refuse('not-found', { errors: `There is no dispute ${id}.` })
  const { charge, account, refunds } = await readDispute(db, dispute)
  const { gateway, state, amountCents, lostCents, reason, openedOn, replyBy, closedAt, closedBy } = dispute
  const [disputed] = charge
  const before = account.before && statuses[account.before].text
  const isClosedByThis = account.markedByThis === true
  return {
    id,
    ...{ gateway, state, amountCents, lostCents, reason, openedOn, replyBy, closedBy },
    closedAt: closedAt?.toISOString() ?? null,
    pin: account.pin,
    company: account.company,
    status: statuses[account.status].text,
    before,
    isClosedByThis,
    isFraud: account.fraudMarkedAt !== null,
    charge: disputed ? chargeOf(disputed) : null,
    refunds: refunds.map(({ createdAt, ...note }) => ({ ...note, at: createdAt.toISOString() })),
    ifWon: ifWon(isClosedByThis, before),
    ifLost: ifLost(dispute, isClosedByThis),
  }
}

function chargeOf({ createdAt, ...charge }: Awaited<ReturnType<typeof readDispute>>['charge'][number]) {
  return { ...charge, at: createdAt.toISOString() }
}

function ifWon(isClosedByThis: boolean, before: string | null): string {
  if (!isClosedByThis) return 'The account stays as it is. The owner gets an email.'
  return `The account opens again as it was before${before ? ` (${before})` : ''}, unless another dispute keeps it closed. Months that passed are not charged. The owner gets an email.`
}

function ifLost({ amountCents, state }: Dispute, isClosedByThis: boolean): string {
  const amount = `${formatAmount(amountCents)} counts as returned by the bank.`
  const account = isClosedByThis || state === 'won' ? 'The account is closed.' : 'The account stays as it is.'
  return `${amount} ${account} The owner gets an email.`
}

/** The account's log shows who downloaded it. */
function evidence(app: FastifyInstance, deps: DeskDeps): void {
  const path = `${deskPages.dispute.path}evidence.pdf`
  deskFile(app, deps, path, 'money', async ({ actor }, { visitor }, reply) => {
    const { db, config, clock } = deps
    const dispute = await findDispute(db, visitor.parts.id ?? '')
    if (!dispute) return refuse('not-found')
    const pdf = await writeEvidencePdf(config, await gatherEvidence(db, dispute))
    await noteEvidence(db, dispute, actor, clock.now())
    return reply
      .type('application/pdf')
      .header('content-disposition', 'attachment; filename="evidence.pdf"')
      .send(pdf)
  })
}
