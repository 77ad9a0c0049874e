import type { FastifyInstance } from 'fastify'
import { agreeToApproval, declineApproval, withdrawApproval } from '#contract/desk/approvals/calls.ts'
import type { Approval } from '#server/billing/approvals/approvals.ts'
import {
  agreeToApproval as agree,
  declineApproval as decline,
  withdrawApproval as withdraw,
} from '#server/billing/approvals/decide-approval.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import { showApprovals } from './show-approvals.ts'

export function approvalsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'approvals', (operator, { query }) => showApprovals(deps, operator, query))
  deskRoute(app, deps, agreeToApproval, async (body, operator) =>
    answerOf(await agree(deps, operator, { id: body.approval_id, words: body.words })),
  )
  deskRoute(app, deps, declineApproval, async (body, operator) =>
    answerOf(await decline(deps, operator, { id: body.approval_id, words: body.words })),
  )
  deskRoute(app, deps, withdrawApproval, async (body, operator) =>
    answerOf(await withdraw(deps, operator, { id: body.approval_id, words: body.words })),
  )
}

function answerOf(decided: Approval | Refused): { data: Pick<Approval, 'state'> } | Refused {
  return isRefused(decided) ? decided : { data: { state: decided.state } }
}
