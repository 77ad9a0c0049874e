import type { FastifyInstance } from 'fastify'
import { find } from '#contract/desk/find/calls.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import { showFind, showFound } from './show-found.ts'

export function findRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'find', (_operator, { query }) => showFind(deps, query))
  deskRoute(app, deps, find, async ({ text }) => ({ data: await showFound(deps, text) }))
}
