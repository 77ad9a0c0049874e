import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { formPost, messageOf, showForm } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { attempt, isRefused } from '#server/platform/refusal.ts'
import { reportNotMe, showNotMe } from './report-not-me.ts'

export function notMeRoutes(app: FastifyInstance, deps: Deps): void {
  page(app, deps, 'not-me', ({ visitor }) => showNotMe(deps, visitor.parts.linkToken ?? '', visitor), {
    isPersonal: true,
  })
  formPost(app, 'not-me', async (posted) => {
    const linkToken = posted.visitor.parts.linkToken ?? ''
    const result = await attempt(reportNotMe(deps, linkToken, posted.visitor))
    const state = isRefused(result) ? { kind: 'later' as const, text: String(messageOf(result)) } : result
    return showForm(deps, posted, 'not-me', { linkToken, state }, result)
  })
}
