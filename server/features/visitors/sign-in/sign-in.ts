import type { signIn as signInCall } from '#contract/features/sign-in/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { destinationOf } from '#server/accounts/destination.ts'
import { openSession } from '#server/accounts/open-session.ts'
import { visitOf } from '#server/accounts/visit.ts'
import type { Deps } from '#server/deps.ts'
import { findByPassword } from '#server/identity/credentials.ts'
import { beginSecondStep } from '#server/identity/second-steps.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'

type Body = ParsedBodyOf<typeof signInCall>
type SignInDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'config' | 'jobs'>

/** A correct password leads, by the account's status, to the second step, to a session, or only to a message. */
export async function signIn(
  deps: SignInDeps,
  body: Body,
  visitor: Visitor,
): Promise<AnswerOf<typeof signInCall> | Refused> {
  const askedAt = deps.clock.now()
  const agent = await findByPassword(deps, body, visitor)
  if (isRefused(agent)) return agent
  const { redirectTo, scope } = destinationOf(agent, {
    isMobileRetry: body.mobile_retry,
    next: body.next,
    dialerUrl: deps.config.dialerUrl,
  })
  if (!scope) return { data: { redirect_url: redirectTo } }
  const visit = visitOf(body, visitor)
  const goal = { kind: 'sign-in', visit, next: body.next } as const
  const secondStep = await beginSecondStep(deps, agent.id, goal, visitor, askedAt)
  if (secondStep !== undefined) return { data: { redirect_url: secondStep } }
  const refused = await openSession(deps, { agent, scope, seen: visit, visitor, way: 'password' })
  return refused ?? { data: { redirect_url: redirectTo } }
}
