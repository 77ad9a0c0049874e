import type { FastifyInstance } from 'fastify'
import type { PriceList } from '#contract/catalogue/plan.ts'
import { pack } from '#server/platform/http/pack.ts'
import type { PageBundle } from '#server/platform/http/page-bundle.ts'
import { type PageDeps, pathOf, queryOf, sendPage } from '#server/platform/http/pages.ts'
import { redirectToSlash } from '#server/platform/http/urls.ts'

/** The sample provider site, so that a fresh installation has no dead links. */
export function siteRoutes(
  app: FastifyInstance,
  deps: Omit<PageDeps, 'bundle'> & { site: PageBundle; prices: () => Promise<PriceList> },
): void {
  const { config, clock, site, prices } = deps
  for (const [name, path] of Object.entries(site.about.addresses)) {
    app.get(path, { config: { isPage: true, mayBePrefetched: true } }, async (request, reply) => {
      const props = {
        page: name,
        values: { prices: await prices() },
        query: queryOf(request),
        path: pathOf(request),
        provider: config.provider,
        now: clock.now().toISOString(),
      }
      const prefetches = name === 'pricing' ? { prefetches: '/sign-up/' } : {}
      return sendPage(reply, { config, bundle: site }, props, prefetches)
    })
    redirectToSlash(app, 'GET', path)
  }
  const feed = JSON.stringify(site.about.feed)
  app.get('/site/blog/feed.json', async (_request, reply) =>
    reply.type('application/feed+json').send(await pack(reply, feed)),
  )
}
