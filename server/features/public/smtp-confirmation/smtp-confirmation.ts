import type { FastifyInstance, FastifyReply } from 'fastify'
import * as messages from '#contract/features/outgoing-mail.ts'
import { confirmSmtpSettings } from '#contract/features/smtp-confirmation.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { linkLimit } from '#server/identity/links.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formPost, messageOf, type PostedForm, showForm } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import { attempt, isRefused, refuse } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'

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
  formPost(app, 'smtp-confirmation', (posted) => answerForm(deps, posted))
}

/** Without JavaScript, a button posts the form that the page's script would send. */
async function answerForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const result = await attempt(confirm(deps, linkToken, posted.visitor))
  const outcome = isRefused(result)
    ? { isVerified: false, text: String(messageOf(result)) }
    : { isVerified: true, text: '' }
  return showForm(deps, posted, 'smtp-confirmation', { linkToken, outcome }, result, alone)
}

const byIp = linkLimit('smtp-confirmation')

/** Verifies the settings that this link was sent for, not later ones. Repeating it is harmless. */
async function confirm(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<AnswerOf<typeof confirmSmtpSettings>> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const verified = await db.run(sql`
    update smtp_settings s set verified_at = coalesce(s.verified_at, ${now}), last_error = null
    from links l
    where l.token_hash = ${hashToken(linkToken)} and l.purpose = 'smtp-confirmation'
      and l.account_id = s.account_id and l.subject->>'checkKey' = s.check_key
      and (s.verified_at is not null or (l.spent_at is null and l.expires_at > ${now}))`)
  if (!(verified === 1)) throw refuse('link-invalid', { errors: messages.smtpLinkInvalid })
  return { data: { status: 'verified' } }
}
