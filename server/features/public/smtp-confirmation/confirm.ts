import * as messages from '#contract/features/outgoing-mail/messages.ts'
import type { confirmSmtpSettings } from '#contract/features/smtp-confirmation/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { linkLimit } from '#server/identity/link-limit.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'

const byIp = linkLimit('smtp-confirmation')

/** Verifies the settings that this link was sent for, not later ones. Repeating it is harmless. */
export async function confirm(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<AnswerOf<typeof confirmSmtpSettings> | Refused> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const verified = await db.run(sql`
    update smtp_settings s set verified_at = coalesce(s.verified_at, ${now}), last_error = null
    from links l
    where l.token_hash = ${hashToken(linkToken)} and l.purpose = 'smtp-confirmation'
      and l.account_id = s.account_id and l.subject->>'checkKey' = s.check_key
      and (s.verified_at is not null or (l.spent_at is null and l.expires_at > ${now}))`)
  return verified === 1
    ? { data: { status: 'verified' } }
    : refuse('link-invalid', { errors: messages.smtpLinkInvalid })
}
