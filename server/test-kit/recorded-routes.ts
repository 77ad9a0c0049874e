import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import type { Access } from '#contract/wire/call.ts'
import { type Harness, type HarnessOptions, openHarness } from './harness.ts'

export type Route = {
  method: 'GET' | 'POST'
  url: string
  isPage: boolean
  /** As declared by the call, the page or the file. */
  access?: Access
}

/** The real application, with every route recorded as it is registered, so that no test needs a list of them. */
export async function openRecorded(
  options: HarnessOptions = {},
): Promise<{ harness: Harness; routes: Route[] }> {
  const { opened: harness, routes } = await recordRoutes(() => openHarness(options))
  return { harness, routes }
}

/** The routes of what is opened meanwhile. */
export async function recordRoutes<Opened>(
  open: () => Promise<Opened>,
): Promise<{ opened: Opened; routes: Route[] }> {
  const recorded: Route[] = []
  const record = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat()) {
        if (one === 'HEAD' || one === 'OPTIONS') continue
        recorded.push({
          method: one as Route['method'],
          url,
          isPage: config?.isPage === true,
          ...(config?.access && { access: config.access }),
        })
      }
    })
  }
  diagnostics.subscribe('fastify.initialization', record)
  const opened = await open()
  diagnostics.unsubscribe('fastify.initialization', record)
  return { opened, routes: withoutSlashless(recorded) }
}

export function nameOf({ method, url }: Pick<Route, 'method' | 'url'>): string {
  return `${method} ${url}`
}

/** Without the routes that only redirect to the same URL with a trailing slash; those are never pages. */
function withoutSlashless(recorded: Route[]): Route[] {
  const known = new Set(recorded.map(nameOf))
  return recorded.filter((route) => route.isPage || !known.has(`${nameOf(route)}/`))
}
