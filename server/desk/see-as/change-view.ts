import type * as calls from '#contract/desk/see-as/calls.ts'
import * as messages from '#contract/desk/see-as/messages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { DeskDeps } from '#server/desk/desk-deps.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { endView as endOne, insertView } from '#server/identity/operators/operator-views.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { findViewOf } from './find-view.ts'
import { findAccount, listPeople } from './list-people.ts'
import { shownView } from './show-see-as.ts'
import { handViewToken, takeViewToken } from './view-cookie.ts'

type ChangeDeps = Pick<DeskDeps, 'db' | 'clock' | 'http'>

/** Ends the operator's former view, wherever it was open. */
export async function beginView(
  deps: ChangeDeps,
  { account_number: number, agent_id: agentId, reason }: ParsedBodyOf<typeof calls.beginView>,
  operator: Operator,
  visitor: Visitor,
): Promise<AnswerOf<typeof calls.beginView> | Refused> {
  const { db, clock, http } = deps
  const now = clock.now()
  const account = await findAccount(db, number)
  if (!account) return refuse('not-found')
  const person = (await listPeople(db, account, now)).find(({ id }) => id === agentId)
  const obstacle = person ? person.obstacle : messages.notInAccount
  if (!person || obstacle !== null)
    return refuse('invalid-fields', { errors: { agent_id: [obstacle ?? messages.notInAccount] } })
  const begun = await db.transaction((tx) =>
    insertView(tx, operator, { agentId, accountId: account.id, reason }, now),
  )
  handViewToken(visitor, begun.token, http)
  return {
    data: {
      view: shownView({ ...person, ...begun, accountNumber: account.number, reason }, now),
    },
  }
}

export async function readView(
  deps: ChangeDeps,
  operator: Operator,
  visitor: Visitor,
): Promise<AnswerOf<typeof calls.readView>> {
  const view = await findViewOf(deps, operator, visitor)
  return { data: { view: view ? shownView(view, deps.clock.now()) : null } }
}

/** The cookie is taken only with the view that it opens: another tab may have begun the next one. */
export async function endView(
  deps: ChangeDeps,
  { view_id: id }: ParsedBodyOf<typeof calls.endView>,
  operator: Operator,
  visitor: Visitor,
): Promise<AnswerOf<typeof calls.endView>> {
  const { db, clock, http } = deps
  const open = await findViewOf(deps, operator, visitor)
  await db.transaction((tx) => endOne(tx, { id, operatorId: operator.id }, clock.now()))
  if (open === undefined || open.id === id) takeViewToken(visitor, http)
  return { data: { status: 'ended' } }
}
