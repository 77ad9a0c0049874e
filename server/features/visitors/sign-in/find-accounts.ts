import type { findAccounts as findAccountsCall } from '#contract/features/sign-in/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { choosable, findAgents, rowOf } from '#server/identity/agents.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, type Limit, limitByIp, limitByIpFor } from '#server/platform/limits.ts'
import type { Refused } from '#server/platform/refusal.ts'

const byIp: Limit = { name: 'find-accounts:place', tries: 120, windowMinutes: 15 }
/** Per email and IP: sign-in calls this first, so nobody may use up someone else's tries. */
const byEmailAndIp: Limit = { name: 'find-accounts:email', tries: 60, windowMinutes: 15 }

/** Returns a list only if there is a choice to make: names and numbers are not revealed needlessly. */
export async function findAccounts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { email }: ParsedBodyOf<typeof findAccountsCall>,
  visitor: Pick<Visitor, 'ip'>,
): Promise<AnswerOf<typeof findAccountsCall> | Refused> {
  const now = clock.now()
  const limits = [
    ...limitByIp(byIp, visitor.ip),
    ...limitByIpFor(byEmailAndIp, email.toLowerCase(), visitor.ip),
  ]
  await countTries(db, limits, now)
  const agents = choosable(await findAgents(db, email))
  return { login_data_list: agents.length > 1 ? agents.map(rowOf) : [] }
}
