import type { findAccounts as findAccountsCall, signIn as signInCall } from '#contract/features/sign-in.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { destinationOf } from '#server/accounts/destination.ts'
import { openSession, visitOf } from '#server/accounts/open-session.ts'
import type { Deps } from '#server/deps.ts'
import { choosable, findAgents, rowOf } from '#server/identity/agents.ts'
import { findByPassword } from '#server/identity/credentials.ts'
import { beginSecondStep } from '#server/identity/second-steps.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, type Limit, limitByIp, limitByIpFor } from '#server/platform/limits.ts'
import type { TransactionDeps } from '#server/platform/transaction.ts'

type Body = ParsedBodyOf<typeof signInCall>
type SignInDeps = TransactionDeps & Pick<Deps, 'passwords'>

/** A correct password leads, by the account's status, to the second step, to a session, or only to a message. */
export async function signIn(
  deps: SignInDeps,
  body: Body,
  visitor: Visitor,
): Promise<AnswerOf<typeof signInCall>> {
  const askedAt = deps.clock.now()
  const agent = await findByPassword(deps, body, visitor)
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
  await openSession(deps, { agent, scope, seen: visit, visitor, way: 'password' })
  return { data: { redirect_url: redirectTo } }
}

const byIp: Limit = { name: 'find-accounts:place', tries: 120, windowMinutes: 15 }
/** Per email and IP: sign-in calls this first, so nobody may use up someone else's tries. */
const byEmailAndIp: Limit = { name: 'find-accounts:email', tries: 60, windowMinutes: 15 }

/** Returns a list only if there is a choice to make: names and numbers are not revealed needlessly. */
export async function findAccounts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { email }: ParsedBodyOf<typeof findAccountsCall>,
  visitor: Pick<Visitor, 'ip'>,
): Promise<AnswerOf<typeof findAccountsCall>> {
  const now = clock.now()
  const limits = [
    ...limitByIp(byIp, visitor.ip),
    ...limitByIpFor(byEmailAndIp, email.toLowerCase(), visitor.ip),
  ]
  await countTries(db, limits, now)
  const agents = choosable(await findAgents(db, email))
  return { login_data_list: agents.length > 1 ? agents.map(rowOf) : [] }
}
