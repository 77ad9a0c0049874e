import type { FastifyInstance, FastifyReply } from 'fastify'
import { giveFeedback } from '#contract/features/feedback.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formPost, messageOf, type PostedForm, showForm } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { parse, route } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { attempt, isRefused } from '#server/platform/refusal.ts'

const framed = { isFramed: true } as const

export function feedbackRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, giveFeedback, (body, visitor) => storeFeedback(deps, body, visitor))
  page(app, deps, 'cancellation-feedback', async () => ({}))
  page(app, deps, 'feedback-form', async () => ({}), framed)
  formPost(app, 'feedback-form', (posted) => answerForm(deps, posted))
}

/** Handles the form posted without JavaScript to its own URL; what was typed is kept. */
async function answerForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  const body = parse(giveFeedback, posted.raw)
  const result = isRefused(body) ? body : await attempt(storeFeedback(deps, body, posted.visitor))
  const { reason = '', missing = '', would_return = '' } = posted.raw
  const answers = { reason, missing, would_return }
  const sent = isRefused(result) ? { answers, errors: messageOf(result) } : { answers, isDone: true }
  return showForm(deps, posted, 'feedback-form', { sent }, result, framed)
}

const byIp: Limit = { name: 'feedback:place', tries: 20, windowMinutes: 60 }

/** Stored for any account number: the answer does not reveal which numbers exist. */
async function storeFeedback(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { pin, reason, missing, would_return: wouldReturn }: ParsedBodyOf<typeof giveFeedback>,
  visitor: Pick<Visitor, 'ip'>,
): Promise<AnswerOf<typeof giveFeedback>> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  await db.run(sql`
    insert into feedback (pin, answers, created_at)
    values (${pin}, ${JSON.stringify({ reason, missing, wouldReturn })}, ${now})`)
  return { data: { status: 'received' } }
}
