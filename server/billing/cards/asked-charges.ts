import * as messages from '#contract/billing/messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findThrottled, giveBackTry, type Limit } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

const byAccount: Limit = { name: 'charges:account', tries: 10, windowMinutes: 60 }

/**
 * Counts a charge that somebody asks for: every order of an account and its open bill, with whatever card. Sign-ups have
 * limits of their own, and automatic renewals do not count.
 */
export async function countAskedCharge(db: Db, accountId: number, now: Date): Promise<Refused | undefined> {
  const full = await findThrottled(db, [[byAccount, String(accountId)]], now)
  if (!full) return undefined
  const minutes = Math.ceil((full.retryAfterSeconds ?? 0) / 60)
  return refuse('throttled', { ...full, errors: messages.tooManyPayments(minutes) })
}

/** It was paid, or nobody was asked for it. */
export function uncountAskedCharge(db: Db, accountId: number): Promise<void> {
  return giveBackTry(db, byAccount, String(accountId))
}
