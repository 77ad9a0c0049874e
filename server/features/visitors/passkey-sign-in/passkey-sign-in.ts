import type { FastifyInstance } from 'fastify'
import * as messages from '#contract/accounts/passkey-messages.ts'
import * as calls from '#contract/features/passkey-sign-in.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { destinationOf } from '#server/accounts/destination.ts'
import { openSession, visitOf } from '#server/accounts/open-session.ts'
import type { Deps } from '#server/deps.ts'
import { findAgentById } from '#server/identity/agents.ts'
import { dropLinks } from '#server/identity/links.ts'
import { askForPasskey, checkPasskey } from '#server/identity/passkey-check.ts'
import { listPasskeysOnDevice } from '#server/identity/passkeys.ts'
import { readDeviceToken } from '#server/identity/sessions.ts'
import { route } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, giveBackTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { refuse } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import type { TransactionDeps } from '#server/platform/transaction.ts'

export function passkeySignInRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, calls.startPasskeySignIn, (body, visitor) => startPasskeySignIn(deps, body, visitor))
  route(app, calls.signInWithPasskey, (body, visitor) => signInWithPasskey(deps, body, visitor))
}

/** Each attempt stores a challenge for some minutes. */
const startsByIp: Limit = { name: 'passkey-start:place', tries: 120, windowMinutes: 15 }

/**
 * The browser lists the passkeys it has for this site, by their names. If an account was chosen before, only
 * its passkeys are listed, and only on a device where its person has signed in before: nobody else learns
 * whether an email has passkeys.
 */
async function startPasskeySignIn(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { email, pin }: ParsedBodyOf<typeof calls.startPasskeySignIn>,
  visitor: Visitor,
): Promise<AnswerOf<typeof calls.startPasskeySignIn>> {
  const { db, clock, config } = deps
  await countTries(db, limitByIp(startsByIp, visitor.ip), clock.now())
  const device = readDeviceToken(visitor, config)
  const allowed =
    device && email !== '' && pin !== ''
      ? await listPasskeysOnDevice(db, { email, pin, deviceHash: hashToken(device) })
      : []
  return askForPasskey(deps, { purpose: 'sign-in', agentId: allowed[0]?.agentId }, allowed, visitor)
}

/** A signature cannot be guessed; this limit only keeps the checks cheap. */
const signInsByIp: Limit = { name: 'passkey-sign-in:place', tries: 60, windowMinutes: 15 }

/**
 * Leads where a correct password would, by the account's status. There is no second step: the authenticator
 * is something the person has, and has verified who holds it.
 */
async function signInWithPasskey(
  deps: TransactionDeps,
  body: ParsedBodyOf<typeof calls.signInWithPasskey>,
  visitor: Visitor,
): Promise<AnswerOf<typeof calls.signInWithPasskey>> {
  const { db, clock, config } = deps
  const counted = limitByIp(signInsByIp, visitor.ip)
  await countTries(db, counted, clock.now())
  const checked = await checkPasskey(deps, { purpose: 'sign-in' }, body.credential, visitor)
  const found = await findAgentById(db, checked.agentId)
  // If a passkey was removed since this one was checked, no session is opened.
  const agent = found && { ...found, factorsVersion: checked.factorsVersion }
  if (!agent) throw refuse('wrong-credentials', { errors: messages.passkeyUnknown })
  if (body.pin !== '' && body.pin !== agent.pin)
    throw refuse('wrong-credentials', { errors: messages.passkeyOfOther })
  await giveBackTries(db, counted)
  // Using it proves that it was not lost.
  await dropLinks(db, 'second-factor-recovery', agent.id, clock.now())
  const { redirectTo, scope } = destinationOf(agent, {
    isMobileRetry: body.mobile_retry,
    next: body.next,
    dialerUrl: config.dialerUrl,
  })
  const seen = visitOf(body, visitor)
  if (scope) await openSession(deps, { agent, scope, seen, visitor, way: 'passkey' })
  return { data: { redirect_url: redirectTo } }
}
