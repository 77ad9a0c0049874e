import type { FastifyInstance } from 'fastify'
import { webinarStatus } from '#contract/features/webinars.ts'
import type { Deps } from '#server/deps.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { openSessions } from './webinars.ts'

export function webinarRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, webinarStatus, async () => {
    const { morning, afternoon } = await openSessions(deps)
    return { webinars: { morning: { is_active: morning }, afternoon: { is_active: afternoon } } }
  })
  page(app, deps, 'webinars', () => openSessions(deps))
}
