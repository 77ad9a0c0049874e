import type { FastifyInstance } from 'fastify'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage } from '../desk-routes.ts'

export function todayRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'today', async () => ({}))
}
