import type { FastifyInstance } from 'fastify'
import { checkResetLink, chooseNewPassword, requestPasswordReset } from '#contract/features/password-reset.ts'
import type { Deps } from '#server/deps.ts'
import { formPost } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { attempt } from '#server/platform/refusal.ts'
import { checkLink, chooseNewPassword as choose } from './new-password.ts'
import { answerPostedNewPassword, answerPostedRequest } from './posted.ts'
import { requestReset } from './request-reset.ts'

export function passwordResetRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, requestPasswordReset, (body, visitor) => requestReset(deps, body, visitor))
  route(app, checkResetLink, (_body, visitor) => checkLink(deps, visitor.parts.linkToken ?? '', visitor))
  route(app, chooseNewPassword, (body, visitor) => choose(deps, visitor.parts.linkToken ?? '', body, visitor))

  page(app, deps, 'password-reset', async () => ({}), { isPersonal: true })
  formPost(app, 'password-reset', (posted) => answerPostedRequest(deps, posted))

  page(
    app,
    deps,
    'new-password',
    async ({ query, visitor }) => {
      const linkToken = visitor.parts.linkToken ?? ''
      // Without JavaScript the page cannot check the link itself; its own link sets `checked`.
      if (query.checked === undefined) return { linkToken, link: 'unchecked' }
      const checked = await attempt(checkLink(deps, linkToken, visitor))
      return { linkToken, link: 'data' in checked ? 'valid' : 'invalid' }
    },
    { isPersonal: true },
  )
  formPost(app, 'new-password', (posted) => answerPostedNewPassword(deps, posted))
}
