import type { FastifyInstance, FastifyReply } from 'fastify'
import { giveFeedback } from '#contract/features/feedback.ts'
import type { Deps } from '#server/deps.ts'
import { formPost, messageOf, type Posted, showPosted } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { parse, route } from '#server/platform/http/route.ts'
import { attempt, isRefused } from '#server/platform/refusal.ts'
import { giveFeedback as give } from './give-feedback.ts'

const framed = { isFramed: true } as const

export function feedbackRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, giveFeedback, (body, visitor) => give(deps, body, visitor))
  page(app, deps, 'cancellation-feedback', async () => ({}))
  page(app, deps, 'feedback-form', async () => ({}), framed)
  formPost(app, 'feedback-form', (posted) => answerPosted(deps, posted))
}

/** Handles the form posted without JavaScript to its own URL; what was typed is kept. */
async function answerPosted(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const body = parse(giveFeedback, posted.raw)
  const result = isRefused(body) ? body : await attempt(give(deps, body, posted.visitor))
  const { reason = '', missing = '', would_return = '' } = posted.raw
  const answers = { reason, missing, would_return }
  const sent = isRefused(result) ? { answers, errors: messageOf(result) } : { answers, isDone: true }
  return showPosted(deps, posted, 'feedback-form', { sent }, result, framed)
}
