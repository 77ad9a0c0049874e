import type { AccountValues } from '#contract/pages.ts'
import { type ItemKey, items, totalOf } from '#contract/plan.ts'
import { statuses } from '#contract/statuses.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/visitor.ts'
import { readSessionToken } from '../../identity/session-cookie.ts'
import { findSession, type Reach } from '../../identity/sessions.ts'
import { readSettings } from '../../settings.ts'
import { findPerson, listItems } from './queries.ts'

/** What the signed-in person sees of the account, at the prices at which it was bought. */
export async function showAccount(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
): Promise<{ reach: Reach; values: AccountValues } | undefined> {
  const token = readSessionToken(visitor, config)
  const session = token ? await findSession(db, token, clock.now()) : undefined
  if (!session) return undefined
  const person = await findPerson(db, session.agentId)
  const { systemStatus } = await readSettings(db)
  const lines = (await listItems(db, session.accountId)).map(({ key, quantity, unitPrice }) => ({
    key,
    label: items[key as ItemKey].label,
    quantity,
    unitPrice,
    amount: quantity * unitPrice,
  }))
  return {
    reach: session.reach,
    values: {
      ...person,
      fullName: `${person.firstName} ${person.lastName}`,
      status: statuses[person.statusId].words,
      lines,
      totalCents: totalOf(lines),
      systemStatus,
    },
  }
}
