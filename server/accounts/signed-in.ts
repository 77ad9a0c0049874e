import type { FastifyInstance } from 'fastify'
import {
  type AccountPageName,
  isOpenTo,
  openPagesOf,
  type SessionScope,
} from '#contract/accounts/account-pages.ts'
import type { AccountValues } from '#contract/accounts/account-values.ts'
import { callPermissions } from '#contract/accounts/call-permissions.ts'
import { onlyFor } from '#contract/accounts/people-messages.ts'
import { may, type Permission, permissions } from '#contract/accounts/roles.ts'
import type { PageValues } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import type { Call } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { findPasskeyOffer } from '#server/identity/passkey-offers.ts'
import { originOf, readSessionToken } from '#server/identity/session-cookie.ts'
import type { Session } from '#server/identity/sessions.ts'
import { type PageRequest, page, type Redirect } from '#server/platform/http/pages.ts'
import { admittedRoute } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { findSession } from './find-session.ts'
import { signInPathFor } from './return-path.ts'
import { showAccount } from './show-account.ts'
import { showFactorRemoval } from './show-factor-removal.ts'
import { type AnswerToSession, type StepUpDeps, withStepUp } from './step-up.ts'

type SessionDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'findViewed'>

export async function sessionOf(
  { db, clock, config, findViewed }: SessionDeps,
  visitor: Visitor,
): Promise<Session | undefined> {
  if (findViewed) return findViewed(visitor)
  const token = readSessionToken(visitor, config)
  const session = token ? await findSession(db, token, clock.now()) : undefined
  if (!session) return undefined
  visitor.identify({ agentId: session.agentId, accountNumber: session.accountNumber })
  return { ...session, origin: originOf(visitor) }
}

/** Registers a call that requires a sufficient scope, a role that may make it, and step-up if the call says so. */
export function accountRoute<C extends Call>(
  app: FastifyInstance,
  deps: StepUpDeps,
  call: C,
  answer: AnswerToSession<C>,
  scopes: readonly SessionScope[] = ['account'],
): void {
  const permission = permissionFor(call)
  const answerStrong = withStepUp(deps, call, answer)
  const admitted = (visitor: Visitor) => admit(deps, visitor, permission, scopes)
  admittedRoute(app, call, async (visitor) => askToSignIn(call, await admitted(visitor)), answerStrong)
}

/** The page asks the person to sign in, and keeps what was typed. What it reads by itself asks nobody. */
function askToSignIn({ method }: Call, admitted: Session | Refused): Session | Refused {
  const isSignedOut = method !== 'GET' && isRefused(admitted) && admitted.refused === 'signed-out'
  return isSignedOut ? { ...admitted, also: { step_up: [] } } : admitted
}

/** The session, if its scope and its role allow the request. */
export async function admit(
  deps: SessionDeps,
  visitor: Visitor,
  permission: Permission,
  scopes: readonly SessionScope[] = ['account'],
): Promise<Session | Refused> {
  const session = await sessionOf(deps, visitor)
  if (!session) return refuse('signed-out')
  if (visitor.pageOf !== '' && visitor.pageOf !== String(session.agentId)) return refuse('other-person')
  if (!scopes.includes(session.scope)) return refuse('out-of-reach')
  return may(session.role, permission) ? session : refuseRole(permission)
}

/** Registering a call that nobody has decided about fails the start. */
export function permissionFor({ method, path }: Pick<Call, 'method' | 'path'>): Permission {
  const permission = callPermissions[`${method} ${path}`]
  if (!permission)
    throw new Error(`Say in contract/accounts/call-permissions.ts who may ask ${method} ${path}`)
  return permission
}

/** Says who may do it. */
export function refuseRole(permission: Permission): Refused {
  return refuse('role-forbidden', { errors: onlyFor(permissions[permission]) })
}

type OwnValues<Name extends AccountPageName> = Omit<PageValues[Name], keyof AccountValues>

/** Registers an account page with the function that loads its own values. */
export function accountPage<Name extends AccountPageName>(
  app: FastifyInstance,
  deps: Deps,
  name: Name,
  ownValues: (session: Session, request: PageRequest) => Promise<OwnValues<Name> | Redirect | Refused>,
): void {
  page(
    app,
    deps,
    name,
    async (request) => {
      const session = await sessionOf(deps, request.visitor)
      if (!session) return { redirectTo: await signInPathFor(deps, request) }
      if (!isOpenTo(session.scope, session.role, name)) return { redirectTo: homeOf(session) }
      // Whoever has opened the list of passkeys need not be asked for one.
      const passkeyOffer =
        name === 'passkeys' ? undefined : await findPasskeyOffer(deps, session, request.visitor)
      const factorRemoval = await showFactorRemoval(deps.db, session, deps.clock.now())
      const shown = { ...(await showAccount(deps, session)), passkeyOffer, factorRemoval }
      const own = await ownValues(session, request)
      return 'redirectTo' in own || 'refused' in own
        ? (own as Redirect | Refused)
        : ({ ...shown, ...own } as unknown as PageValues[Name])
    },
    { isPersonal: true, isAccount: true },
  )
}

/** Values for those who may see them. They are not even sent to other people's pages. */
export async function shownTo<Values>(
  { role }: Pick<Session, 'role'>,
  permission: Permission,
  show: () => Promise<Values>,
): Promise<Values | null> {
  return may(role, permission) ? show() : null
}

export function homeOf({ scope, role }: Pick<Session, 'scope' | 'role'>): string {
  return pages[openPagesOf(scope, role)[0] ?? 'account']
}
