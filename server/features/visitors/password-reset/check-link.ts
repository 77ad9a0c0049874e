import type { checkResetLink } from '#contract/features/password-reset/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { linkLimit } from '#server/identity/link-limit.ts'
import { findLink } from '#server/identity/links.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, limitByIp } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

const byIp = linkLimit('reset-link')

export async function checkLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<AnswerOf<typeof checkResetLink> | Refused> {
  const now = clock.now()
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const link = await findLink(db, 'password-reset', linkToken, now)
  return link ? { data: { valid: true } } : refuse('link-invalid')
}
