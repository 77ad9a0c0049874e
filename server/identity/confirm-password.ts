import * as messages from '#contract/accounts/people-messages.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Counted, countTry, giveBackTry, type Limit } from '#server/platform/limits.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { later, MINUTE } from '../ports/clock.ts'
import { noteFailure } from './credentials.ts'
import type { Session } from './sessions.ts'

const JUST_CHANGED_MS = 15 * MINUTE

/** Limits password guesses on a computer that was left signed in. */
const byPerson: Limit = { name: 'confirm-password:person', tries: 8, windowMinutes: 15 }

export function guessesOfPassword(agentId: number): Counted {
  return [byPerson, String(agentId)]
}

/** Asks a signed-in person for the password again before an action that cannot be undone. */
export async function confirmPassword(
  { db, clock, passwords }: Pick<Deps, 'db' | 'clock' | 'passwords'>,
  { agentId }: Pick<Session, 'agentId'>,
  typed: { field: string; password: string },
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'report'>,
): Promise<void> {
  const now = clock.now()
  await countTry(db, byPerson, String(agentId), now)
  const agent = await db.maybe<{ hash: string | null; setAt: Date | null }>(sql`
    select password_hash as hash, password_set_at as "setAt" from agents where id = ${agentId} and removed_at is null`)
  const fits = await passwords.verify(typed.password, agent?.hash ?? undefined)
  if (isRefused(fits)) {
    // Nothing was checked, so nothing was guessed.
    await giveBackTry(db, byPerson, String(agentId))
    throw fits
  }
  if (!fits) {
    visitor.report('password.refused')
    await noteFailure(db, [agentId], 'confirmation', visitor, now)
    // After a lost answer nobody knows that the password was changed.
    const isJustChanged = agent?.setAt && agent.setAt > later(now, -JUST_CHANGED_MS)
    const said = isJustChanged ? messages.formerPassword : messages.wrongPassword
    throw refuse('invalid-fields', { errors: { [typed.field]: [said] } })
  }
  await giveBackTry(db, byPerson, String(agentId))
}
