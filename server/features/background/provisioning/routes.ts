import type { FastifyInstance } from 'fastify'
import { followProvisioning } from '#contract/features/provisioning.ts'
import { showProvisioning } from '#server/accounts/set-ups.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'

export function provisioningRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config'>): void {
  route(app, followProvisioning, async (_body, visitor) => ({ data: await showProvisioning(deps, visitor) }))
}
