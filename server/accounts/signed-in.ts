import type { FastifyInstance } from 'fastify'
import type { AccountFile } from '#contract/accounts/account-files.ts'
import { type AccountPageName, isOpenTo, openPagesOf } from '#contract/accounts/account-pages.ts'
import type { AccountValues } from '#contract/accounts/account-values.ts'
import { onlyFor } from '#contract/accounts/people-messages.ts'
import { may, type Permission, permissions } from '#contract/accounts/roles.ts'
import type { PageValues } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import type { AccountCall, OfAccount } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { findPasskeyOffer } from '#server/identity/passkey-offers.ts'
import { originOf, readSessionToken, type Session } from '#server/identity/sessions.ts'
import { sendRefusal } from '#server/platform/http/answer.ts'
import { type PageRequest, page, queryOf, type Redirect } from '#server/platform/http/pages.ts'
import { admittedRoute } from '#server/platform/http/route.ts'
import { type Visitor, visitorOf } from '#server/platform/http/visitor.ts'
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

/** Registers a call of the account: it asks for what the call says about itself. */
export function accountRoute<C extends AccountCall>(
  app: FastifyInstance,
  deps: StepUpDeps,
  call: C,
  answer: AnswerToSession<C>,
): void {
  const answerStrong = withStepUp(deps, call, answer)
  admittedRoute(
    app,
    call,
    async (visitor) => askToSignIn(call, await admit(deps, visitor, call)),
    answerStrong,
  )
}

/** The page asks the person to sign in, and keeps what was typed. What it reads by itself asks nobody. */
function askToSignIn({ method }: AccountCall, admitted: Session | Refused): Session | Refused {
  const isSignedOut = method !== 'GET' && isRefused(admitted) && admitted.refused === 'signed-out'
  return isSignedOut ? { ...admitted, also: { step_up: [] } } : admitted
}

/** Registers a file of the account that a link downloads. */
export function accountFile(
  app: FastifyInstance,
  deps: SessionDeps,
  file: AccountFile,
  write: (
    session: Session,
    request: Pick<PageRequest, 'query' | 'visitor'>,
  ) => Promise<WrittenFile | Refused>,
): void {
  app.get(file.path, { config: { isPage: true, access: file } }, async (request, reply) => {
    const visitor = visitorOf(request, reply)
    const session = await admit(deps, visitor, file)
    const written = isRefused(session) ? session : await write(session, { query: queryOf(request), visitor })
    if (isRefused(written)) return sendRefusal(reply, written)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', written.disposition)
      .type(written.type)
      .send(written.content)
  })
}

type WrittenFile = { disposition: string; type: string; content: string | Buffer }

/** The session, if its scope and its role allow the request. */
async function admit(
  deps: SessionDeps,
  visitor: Visitor,
  { who, scopes }: Pick<OfAccount, 'who' | 'scopes'>,
): Promise<Session | Refused> {
  const session = await sessionOf(deps, visitor)
  if (!session) return refuse('signed-out')
  if (visitor.pageOf !== '' && visitor.pageOf !== String(session.agentId)) return refuse('other-person')
  if (!scopes.includes(session.scope)) return refuse('out-of-reach')
  return may(session.role, who) ? session : refuseRole(who)
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
