import type { FastifyInstance } from 'fastify'
import {
  authorize as authorizeCall,
  authorizeZapier as authorizeZapierCall,
} from '#contract/features/authorize.ts'
import type { Deps } from '#server/deps.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { addWayBack, authorize, authorizeZapier, showAuthorize } from './authorize.ts'

export function authorizeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, authorizeCall, (body, visitor) => authorize(deps, body, visitor), {
    whenMalformed: (refused, raw) => addWayBack(deps, refused, raw),
  })
  route(app, authorizeZapierCall, (body, visitor) => authorizeZapier(deps, body, visitor))
  for (const name of ['authorize', 'authorize-zapier'] as const) {
    page(app, deps, name, ({ query }) => showAuthorize(deps, query), { isPersonal: true })
  }
}
