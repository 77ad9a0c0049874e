import type { SessionScope } from '#contract/accounts/roles.ts'
import { mayAtDesk } from '#contract/desk/desk-roles.ts'
import { sessionScopeOf } from '#server/accounts/status-rules.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { findViewRow, VIEW_LASTS_MS, type ViewRow } from '#server/identity/operators/operator-views.ts'
import { originOf, type Session, VIEWED } from '#server/identity/sessions.ts'
import { cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { operatorOf } from '../desk-routes.ts'

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

type Jar = { isHttps: boolean }
const VIEW = 'desk_view'

function readViewToken(visitor: Pick<Visitor, 'cookies'>, jar: Jar): string | undefined {
  return visitor.cookies[cookieName(VIEW, jar)]
}

/** The person whose pages are shown, in the place of a signed-in one. */
export async function findViewed(deps: ViewDeps, visitor: Visitor): Promise<Session | undefined> {
  const { view } = await findView(deps, visitor)
  if (!view) return undefined
  const { agentId, accountId, accountNumber, role, scope } = view
  return { id: VIEWED, agentId, accountId, accountNumber, role, scope, origin: originOf(visitor) }
}

export function handViewToken(visitor: Visitor, token: string, jar: Jar): void {
  visitor.setCookie(cookieOf(VIEW, token, VIEW_LASTS_MS, jar, 'Strict'))
}

export function takeViewToken(visitor: Visitor, jar: Jar): void {
  visitor.setCookie(cookieOf(VIEW, '', 0, jar, 'Strict'))
}

/** Browsers send the cookies of one host to all its ports: those of the customers' pages are left out here. */
export function deskCookiesOf({ cookies }: Pick<Visitor, 'cookies'>): string {
  return Object.entries(cookies)
    .filter(([name]) => /^(?:__Host-)?desk_/.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}
