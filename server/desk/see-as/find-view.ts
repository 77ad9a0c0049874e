import type { SessionScope } from '#contract/accounts/roles.ts'
import { mayAtDesk } from '#contract/desk/desk-roles.ts'
import { sessionScopeOf } from '#server/accounts/status-rules.ts'
import type { DeskDeps } from '#server/desk/desk-deps.ts'
import { operatorOf } from '#server/desk/desk-routes.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { findViewRow, type ViewRow } from '#server/identity/operators/operator-views.ts'
import { originOf } from '#server/identity/session-cookie.ts'
import { type Session, VIEWED } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { readViewToken } from './view-cookie.ts'

export type OpenView = ViewRow & { scope: SessionScope }
type ViewDeps = Pick<DeskDeps, 'db' | 'clock' | 'http'>

/** The operator of a request, if their role allows views, and the view that is open in their browser. */
export async function findView(
  deps: ViewDeps,
  visitor: Visitor,
): Promise<{ operator?: Operator; view?: OpenView }> {
  const operator = await operatorOf(deps, visitor)
  if (!operator || !mayAtDesk(operator.role, 'help')) return {}
  const view = await findViewOf(deps, operator, visitor)
  return view ? { operator, view } : { operator }
}

/** It opens what the person could open now: nothing, if the account no longer lets them in. */
export async function findViewOf(
  { db, clock, http }: ViewDeps,
  { sessionId }: Pick<Operator, 'sessionId'>,
  visitor: Visitor,
): Promise<OpenView | undefined> {
  const token = readViewToken(visitor, http)
  const view = token ? await findViewRow(db, { token, sessionId }, clock.now()) : undefined
  const scope = view && sessionScopeOf(view)
  return scope && { ...view, scope }
}

/** The person whose pages are shown, in the place of a signed-in one. */
export async function findViewed(deps: ViewDeps, visitor: Visitor): Promise<Session | undefined> {
  const { view } = await findView(deps, visitor)
  if (!view) return undefined
  const { agentId, accountId, accountNumber, role, scope } = view
  return { id: VIEWED, agentId, accountId, accountNumber, role, scope, origin: originOf(visitor) }
}
