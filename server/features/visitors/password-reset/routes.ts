import type { FastifyInstance, FastifyReply } from 'fastify'
import { requestPasswordReset } from '#contract/features/password-reset.ts'
import type { Deps } from '#server/deps.ts'
import { formPost, messageOf, type PostedForm, showForm } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { parse, route } from '#server/platform/http/route.ts'
import { attempt, isRefused } from '#server/platform/refusal.ts'
import { newPasswordRoutes } from './new-password.ts'
import { requestReset } from './request-reset.ts'

export function passwordResetRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, requestPasswordReset, (body, visitor) => requestReset(deps, body, visitor))
  page(app, deps, 'password-reset', async () => ({}), { isPersonal: true })
  formPost(app, 'password-reset', (posted) => answerForm(deps, posted))
  newPasswordRoutes(app, deps)
}

/** Without JavaScript the account is not chosen on the page: the mail lists a link for each. */
async function answerForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  const body = parse(requestPasswordReset, posted.raw)
  const result = isRefused(body) ? body : await attempt(requestReset(deps, body, posted.visitor))
  const sent = isRefused(result)
    ? { email: posted.raw.email ?? '', errors: messageOf(result) }
    : { isDone: true }
  return showForm(deps, posted, 'password-reset', { sent }, result)
}
