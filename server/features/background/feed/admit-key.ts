import * as messages from '#contract/features/feed.ts'
import { findFeedKey } from '#server/accounts/feed/keys.ts'
import type { Deps } from '#server/deps.ts'
import { bearerIn, type Visitor } from '#server/platform/http/visitor.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

const requestsOfAKey: Limit = { name: 'feed-key', tries: 600, windowMinutes: 1 }

/** The key that the request shows, if it is one and has not asked too often. */
export async function admitKey(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { authorization }: Pick<Visitor, 'authorization'>,
): Promise<{ keyId: number } | Refused> {
  const realm = `Bearer realm="${config.publicUrl}"`
  const shown = bearerIn(authorization)
  const keyId = shown === undefined ? undefined : await findFeedKey(db, shown, clock.now())
  if (keyId === undefined) {
    const challenge = shown === undefined ? realm : `${realm}, error="invalid_token"`
    return refuse('invalid-token', {
      errors: messages.keyInvalid,
      also: { error: 'invalid_token' },
      challenge,
    })
  }
  await countTry(db, requestsOfAKey, String(keyId), clock.now())
  return { keyId }
}
