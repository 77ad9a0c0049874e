import type { FastifyInstance } from 'fastify'
import { followSetUp } from '#contract/features/set-up/calls.ts'
import { showSetUp } from '#server/accounts/set-up.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'

export function setUpRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config'>): void {
  route(app, followSetUp, async (_body, visitor) => ({ data: await showSetUp(deps, visitor) }))
}
