import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { page, queryOf } from '#server/platform/http/pages.ts'
import { visitorOf } from '#server/platform/http/visitor.ts'
import { emailVideoPartner } from './email-video.ts'
import { openPartner } from './partner.ts'
import { type Remembered, recall, remember } from './partner-cookie.ts'

/** A sample partner for the embedded mode, so that the whole flow can be tried in a browser. */
export function demoPartnerRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, clock } = deps
  const partner = openPartner(app, config.publicUrl)
  const isPage = { config: { isPage: true } }

  page(
    app,
    deps,
    'demo-partner',
    async ({ visitor }) => {
      const { tokens, me = null, steps, problem } = recall(visitor, config)
      return {
        connection: tokens ? { scope: tokens.scope, endsAt: tokens.endsAt, me } : null,
        steps: steps.map((step, place) => ({ ...step, number: place + 1 })),
        problem,
      }
    },
    { isPersonal: true },
  )

  for (const screen of ['authorize', 'zapier_authorize'] as const) {
    app.post(`/demo/partner/connect/${screen}`, isPage, async (request, reply) => {
      const { address, known } = partner.begin(screen)
      remember(visitorOf(request, reply), config, known)
      return reply.redirect(address, 303)
    })
  }

  app.get('/demo/partner/callback', isPage, async (request, reply) => {
    const visitor = visitorOf(request, reply)
    remember(visitor, config, await partner.finish(recall(visitor, config), queryOf(request), clock.now()))
    return reply.redirect(pages['demo-partner'], 302)
  })

  const actions: Record<string, (known: Remembered) => Promise<Remembered>> = {
    me: (known) => partner.askWho(known),
    refresh: (known) => partner.refresh(known, clock.now()),
    disconnect: (known) => partner.disconnect(known),
  }
  for (const [name, act] of Object.entries(actions)) {
    app.post(`/demo/partner/${name}`, isPage, async (request, reply) => {
      const visitor = visitorOf(request, reply)
      remember(visitor, config, await act(recall(visitor, config)))
      return reply.redirect(pages['demo-partner'], 303)
    })
  }

  emailVideoPartner(app, deps)
}
