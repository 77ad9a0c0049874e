import type { FastifyInstance } from 'fastify'
import type { findBreached as findCall } from '#contract/features/breached-passwords.ts'
import * as calls from '#contract/features/breached-passwords.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { findSuffixes } from '#server/identity/breached-passwords.ts'
import { route } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { refuse } from '#server/platform/refusal.ts'

const KEPT_SECONDS = 3600

export function breachedPasswordsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, calls.findBreached, (_body, visitor) => findBreached(deps, visitor), {
    cachedSeconds: KEPT_SECONDS,
  })
}

/** One per pause while somebody types; an office shares its ip. */
const byIp: Limit = { name: 'breached-passwords:place', tries: 600, windowMinutes: 15 }
const DIGITS = 8
/** Answers are padded to multiples of this, so that a short list also has answers of one size. */
const ROUNDED_TO = 16

/**
 * The browser compares: the server learns a twentieth of a hash, but neither the password nor the outcome.
 * All answers have the same length.
 */
async function findBreached(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { ip, parts }: Pick<Visitor, 'ip' | 'parts'>,
): Promise<AnswerOf<typeof findCall>> {
  const prefix = parts.prefix ?? ''
  if (!/^[0-9a-f]{5}$/i.test(prefix)) throw refuse('not-found')
  await countTries(db, limitByIp(byIp, ip), clock.now())
  const found = await findSuffixes(db, Number.parseInt(prefix, 16))
  if (!found) return { data: { suffixes: '' } }
  const length = Math.ceil(found.largest / ROUNDED_TO) * ROUNDED_TO * DIGITS
  return { data: { suffixes: (found.suffixes?.toString('hex') ?? '').padEnd(length, '0') } }
}
