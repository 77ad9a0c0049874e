import * as messages from '#contract/accounts/passkey-messages.ts'
import type { signInWithPasskey as signInCall } from '#contract/features/passkey-sign-in.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { destinationOf } from '#server/accounts/destination.ts'
import { openSession, visitOf } from '#server/accounts/open-session.ts'
import { findAgentById } from '#server/identity/agents.ts'
import { dropLinks } from '#server/identity/links.ts'
import { checkPasskey } from '#server/identity/passkey-check.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, giveBackTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { TransactionDeps } from '#server/platform/transaction.ts'

/** A signature cannot be guessed; this limit only keeps the checks cheap. */
const byIp: Limit = { name: 'passkey-sign-in:place', tries: 60, windowMinutes: 15 }

/**
 * Leads where a correct password would, by the account's status. There is no second step: the authenticator is
 * something the person has, and has verified who holds it.
 */
export async function signInWithPasskey(
  deps: TransactionDeps,
  body: ParsedBodyOf<typeof signInCall>,
  visitor: Visitor,
): Promise<AnswerOf<typeof signInCall>> {
  const { db, clock, config } = deps
  const counted = limitByIp(byIp, visitor.ip)
  await countTries(db, counted, clock.now())
  const checked = await checkPasskey(deps, { purpose: 'sign-in' }, body.credential, visitor)
  const found = await findAgentById(db, checked.agentId)
  // If a passkey was removed since this one was checked, nothing is opened.
  const agent = found && { ...found, factorsVersion: checked.factorsVersion }
  if (!agent) throw refuse('wrong-credentials', { errors: messages.passkeyUnknown })
  if (body.pin !== '' && body.pin !== agent.pin)
    throw refuse('wrong-credentials', { errors: messages.passkeyOfOther })
  await giveBackTries(db, counted)
  // What was shown was not lost.
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
