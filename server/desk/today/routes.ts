import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/desk/today/calls.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import { decideRefund, leaveDifference, repeatSetUp, sendResumeLink, settleCharge } from './act.ts'
import { showQueue, showToday } from './show-today.ts'

export function todayRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'today', (operator) => showToday(deps, operator))
  deskPage(app, deps, 'queue', (operator, { visitor, query }) =>
    showQueue(deps, operator, visitor.parts.queue ?? '', query.after),
  )
  deskRoute(app, deps, calls.settleCharge, (body, operator) => settleCharge(deps, body, operator))
  deskRoute(app, deps, calls.decideRefund, (body, operator) => decideRefund(deps, body, operator))
  deskRoute(app, deps, calls.leaveDifference, (body, operator) => leaveDifference(deps, body, operator))
  deskRoute(app, deps, calls.repeatSetUp, (body, operator) => repeatSetUp(deps, body, operator))
  deskRoute(app, deps, calls.sendResumeLink, (body, operator) => sendResumeLink(deps, body, operator))
}
