import type { FastifyInstance, FastifyReply } from 'fastify'
import { confirmSmtpSettings } from '#contract/features/smtp-confirmation/calls.ts'
import type { Deps } from '#server/deps.ts'
import { formPost, messageOf, type Posted, showPosted } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { attempt, isRefused } from '#server/platform/refusal.ts'
import { confirm } from './confirm.ts'

const alone = { isPersonal: true } as const

export function smtpConfirmationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, confirmSmtpSettings, (_body, visitor) => confirm(deps, visitor.parts.linkToken ?? '', visitor))
  page(
    app,
    deps,
    'smtp-confirmation',
    async ({ visitor }) => ({ linkToken: visitor.parts.linkToken ?? '' }),
    alone,
  )
  formPost(app, 'smtp-confirmation', (posted) => answerPosted(deps, posted))
}

/** Without JavaScript, a button posts the form that the page's script would send. */
async function answerPosted(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const result = await attempt(confirm(deps, linkToken, posted.visitor))
  const outcome = isRefused(result)
    ? { isVerified: false, text: String(messageOf(result)) }
    : { isVerified: true, text: '' }
  return showPosted(deps, posted, 'smtp-confirmation', { linkToken, outcome }, result, alone)
}
