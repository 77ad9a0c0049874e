import type { View } from '#contract/desk/see-as/calls.ts'
import type { SeeAsValues } from '#contract/desk/see-as/values.ts'
import type { DeskDeps } from '#server/desk/desk-deps.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import type { ViewRow } from '#server/identity/operators/operator-views.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { findViewOf } from './find-view.ts'
import { findAccount, listPeople } from './list-people.ts'

export async function showSeeAs(
  deps: Pick<DeskDeps, 'db' | 'clock' | 'http'>,
  operator: Operator,
  visitor: Visitor,
): Promise<SeeAsValues | Refused> {
  const now = deps.clock.now()
  const account = await findAccount(deps.db, visitor.parts.number ?? '')
  if (!account) return refuse('not-found')
  const view = await findViewOf(deps, operator, visitor)
  return {
    account: { number: account.number, company: account.company },
    people: await listPeople(deps.db, account, now),
    view: view?.accountNumber === account.number ? shownView(view, now) : null,
  }
}

type Shown = Pick<ViewRow, 'id' | 'accountNumber' | 'name' | 'email' | 'role' | 'reason' | 'endsAt'>

export function shownView({ id, accountNumber, name, email, role, reason, endsAt }: Shown, now: Date): View {
  return {
    id,
    account_number: accountNumber,
    person: name,
    email,
    role,
    reason,
    seconds_left: Math.max(0, Math.floor((endsAt.getTime() - now.getTime()) / 1000)),
  }
}
