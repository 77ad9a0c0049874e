import type { FastifyInstance } from 'fastify'
import { followSetUp } from '#contract/calls/set-up.ts'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { showSetUp } from '../../set-up.ts'

export function setUpRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config'>): void {
  route(app, followSetUp, async (_body, visitor) => ({ data: await showSetUp(deps, visitor) }))
}
