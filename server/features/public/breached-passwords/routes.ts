import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/features/breached-passwords/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { findBreached } from './find-breached.ts'

const KEPT_SECONDS = 3600

export function breachedPasswordsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, calls.findBreached, (_body, visitor) => findBreached(deps, visitor), {
    cachedSeconds: KEPT_SECONDS,
  })
}
