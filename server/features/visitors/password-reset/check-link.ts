import type { checkResetLink } from '#contract/features/password-reset/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { findLink } from '#server/identity/links.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** A 256-bit token cannot be guessed; this limit only keeps the lookups cheap. */
const byIp: Limit = { name: 'reset-link:place', tries: 120, windowMinutes: 15 }

export async function checkLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'ip'>,
): Promise<AnswerOf<typeof checkResetLink> | Refused> {
  const now = clock.now()
  const refused = await countTries(db, limitByIp(byIp, visitor.ip), now)
  if (refused) return refused
  const link = await findLink(db, 'password-reset', linkToken, now)
  return link ? { data: { valid: true } } : refuse('link-invalid')
}
