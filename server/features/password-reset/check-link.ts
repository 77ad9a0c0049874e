import type { AnswerOf } from '#contract/calls/call.ts'
import type { checkResetLink } from '#contract/calls/password-reset.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/visitor.ts'
import { findLink } from '../../identity/links.ts'
import { countTries, fromPlace, type Limit } from '../../limits.ts'
import { type Refused, refuse } from '../../refusal.ts'

/** Nobody guesses 256 bits; this only keeps the asking cheap for us. */
const byPlace: Limit = { name: 'reset-link:place', tries: 120, windowMinutes: 15 }

export async function checkLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  linkToken: string,
  visitor: Pick<Visitor, 'address'>,
): Promise<AnswerOf<typeof checkResetLink> | Refused> {
  const now = clock.now()
  const refused = await countTries(db, fromPlace(byPlace, visitor.address), now)
  if (refused) return refused
  const link = await findLink(db, 'password-reset', linkToken, now)
  return link ? { data: { valid: true } } : refuse('link-invalid')
}
