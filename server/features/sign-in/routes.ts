import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { page } from '../../http/pages.ts'
import { readSettings } from '../../settings.ts'

export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  page(app, deps, 'sign-in', () => readSettings(deps.db))
}
