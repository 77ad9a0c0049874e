import type { AnswerOf, ParsedBodyOf } from '#contract/calls/call.ts'
import type { findAccounts as findAccountsCall } from '#contract/calls/sign-in.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/visitor.ts'
import { findAgents, rowOf } from '../../identity/agents.ts'
import { countTry, type Limit } from '../../limits.ts'
import type { Refused } from '../../refusal.ts'

const byPlace: Limit = { name: 'find-accounts:place', tries: 120, windowMinutes: 15 }
const byEmail: Limit = { name: 'find-accounts:email', tries: 60, windowMinutes: 15 }

/** Answers a list only when there is something to choose: names and numbers are not handed out for nothing. */
export async function findAccounts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { email }: ParsedBodyOf<typeof findAccountsCall>,
  visitor: Pick<Visitor, 'address'>,
): Promise<AnswerOf<typeof findAccountsCall> | Refused> {
  const now = clock.now()
  const refused =
    (await countTry(db, byPlace, visitor.address, now)) ??
    (await countTry(db, byEmail, email.toLowerCase(), now))
  if (refused) return refused
  const agents = await findAgents(db, email)
  return { login_data_list: agents.length > 1 ? agents.map(rowOf) : [] }
}
