import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/desk/today/calls.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import * as act from './act.ts'
import { showQueue, showToday } from './show-today.ts'

export function todayRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'today', (operator) => showToday(deps, operator))
  deskPage(app, deps, 'queue', (operator, { visitor, query }) =>
    showQueue(deps, operator, visitor.parts.queue ?? '', query.after),
  )
  deskRoute(app, deps, calls.settleCharge, (body, operator) => act.settleCharge(deps, body, operator))
  deskRoute(app, deps, calls.settleRefund, (body, operator) => act.settleRefund(deps, body, operator))
  deskRoute(app, deps, calls.decideRefund, (body, operator) => act.decideRefund(deps, body, operator))
  deskRoute(app, deps, calls.leaveDifference, (body, operator) => act.leaveDifference(deps, body, operator))
  deskRoute(app, deps, calls.repeatSetUp, (body, operator) => act.repeatSetUp(deps, body, operator))
  deskRoute(app, deps, calls.retryJob, (body, operator) => act.retryJob(deps, body, operator))
  deskRoute(app, deps, calls.sendResumeLink, (body, operator) => act.sendResumeLink(deps, body, operator))
}
