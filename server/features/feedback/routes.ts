import type { FastifyInstance, FastifyReply } from 'fastify'
import { giveFeedback } from '#contract/calls/feedback.ts'
import type { Deps } from '../../deps.ts'
import { formPost, type Posted, showPosted, wordsOf } from '../../http/form-post.ts'
import { page } from '../../http/pages.ts'
import { parse, route } from '../../http/route.ts'
import { isRefused } from '../../refusal.ts'
import { giveFeedback as give } from './give-feedback.ts'

const framed = { isFramed: true } as const

export function feedbackRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, giveFeedback, (body, visitor) => give(deps, body, visitor))
  page(app, deps, 'cancellation-feedback', async () => ({}))
  page(app, deps, 'feedback-form', async () => ({}), framed)
  formPost(app, 'feedback-form', (posted) => answerPosted(deps, posted))
}

/** Before the script is there the form posts to its own address; what was written is kept. */
async function answerPosted(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const body = parse(giveFeedback, posted.raw)
  const result = isRefused(body) ? body : await give(deps, body, posted.visitor)
  const { reason = '', missing = '', would_return = '' } = posted.raw
  const answers = { reason, missing, would_return }
  const sent = isRefused(result) ? { answers, errors: wordsOf(result) } : { answers, isDone: true }
  return showPosted(deps, posted, 'feedback-form', { sent }, result, framed)
}
