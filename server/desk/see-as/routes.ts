import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/desk/see-as/calls.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import { beginView, endView, readView } from './change-view.ts'
import { customerPages } from './customer-pages.ts'
import { showSeeAs } from './show-see-as.ts'

export function seeAsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'see-as', (operator, { visitor }) => showSeeAs(deps, operator, visitor))
  deskRoute(app, deps, calls.beginView, (body, operator, visitor) => beginView(deps, body, operator, visitor))
  deskRoute(app, deps, calls.readView, (_body, operator, visitor) => readView(deps, operator, visitor))
  deskRoute(app, deps, calls.endView, (body, operator, visitor) => endView(deps, body, operator, visitor))
  customerPages(app, deps)
}
