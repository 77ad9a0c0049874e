import type { FastifyInstance } from 'fastify'
import { formatAmount } from '#contract/catalogue/money.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { decideDispute } from '#contract/desk/disputes/calls.ts'
import { decideByOperator } from '#server/billing/disputes/decide-by-operator.ts'
import { findDispute } from '#server/billing/disputes/dispute.ts'
import { writeEvidencePdf } from '#server/billing/disputes/evidence-pdf.ts'
import { gatherEvidence } from '#server/billing/disputes/gather-evidence.ts'
import { noteEvidence } from '#server/billing/disputes/note-evidence.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskFile, deskPage, deskRoute } from '../desk-routes.ts'
import { shownAfter } from '../shown-after.ts'
import { showDisputes } from './list-disputes.ts'
import { showDispute } from './show-dispute.ts'

export function disputesRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'disputes', (_operator, { query }) => showDisputes(deps, query))
  deskPage(app, deps, 'dispute', (_operator, { visitor }) => showDispute(deps, visitor.parts.id ?? ''))
  deskRoute(app, deps, decideDispute, async ({ id, decision, reason }, { actor }) => {
    const state = decision === 'won' ? 'won' : 'lost'
    const decided = await decideByOperator(deps, { reference: id, state, words: reason, actor })
    if (isRefused(decided)) return decided
    const values = await shownAfter(deps, () => showDispute(deps, id))
    const amount = formatAmount(decided.amountCents)
    return { data: { said: `Dispute ${id} about ${amount} is ${state}. The owner was told.`, values } }
  })
  evidence(app, deps)
}

/** Whoever takes it stands in the log of the account. */
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
