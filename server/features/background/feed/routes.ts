import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/features/feed.ts'
import type { Deps } from '#server/deps.ts'
import { admittedRoute } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { admitKey } from './admit-key.ts'
import { listEntitlements, readEntitlements } from './read-entitlements.ts'
import { readEvents } from './read-events.ts'

/** What the provider's systems read by themselves. No cookie opens it, and no token of a partner. */
export function feedRoutes(app: FastifyInstance, deps: Deps): void {
  const admit = (visitor: Visitor) => admitKey(deps, visitor)
  admittedRoute(app, calls.readEvents, admit, (asked) => readEvents(deps, asked))
  admittedRoute(app, calls.listEntitlements, admit, (asked) => listEntitlements(deps, asked))
  admittedRoute(app, calls.readEntitlements, admit, (_asked, _key, { parts }) =>
    readEntitlements(deps, parts.number ?? ''),
  )
}
