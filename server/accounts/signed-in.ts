import type { FastifyInstance } from 'fastify'
import type { AccountFile } from '#contract/accounts/account-files.ts'
import { type AccountPageName, isOpenTo, openPagesOf } from '#contract/accounts/account-pages.ts'
import type { AccountValues } from '#contract/accounts/account-values.ts'
import { onlyFor } from '#contract/accounts/people-messages.ts'
import { may, type Permission, permissions } from '#contract/accounts/roles.ts'
import type { PageValues } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import type { AccountCall, AnswerOf, Call, OfAccount, ParsedBodyOf, StepUp } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import {
  findSessionRow,
  noteSeen,
  originOf,
  readSessionToken,
  type Session,
} from '#server/identity/sessions.ts'
import { requireStepUp, showCode, showPassword, waysOf } from '#server/identity/step-up.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sendRefusal } from '#server/platform/http/answer.ts'
import { type PageRequest, page, queryOf, type Redirect } from '#server/platform/http/pages.ts'
import { admittedRoute } from '#server/platform/http/route.ts'
import { type Visitor, visitorOf } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { signInPathFor } from './destination.ts'
import { findPasskeyOffer, showAccount, showFactorRemoval } from './show-account.ts'
import { sessionScopeOf } from './status-rules.ts'

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

/** The session scope follows the account's current status, not its status at sign-in. */
export async function findSession(
  db: Db,
  token: string,
  now: Date,
): Promise<Omit<Session, 'origin'> | undefined> {
  const row = await findSessionRow(db, token, now)
  const scope = row && sessionScopeOf(row)
  if (!scope) return undefined
  await noteSeen(db, row, now)
  const { id, agentId, accountId, accountNumber, role } = row
  return { id, agentId, accountId, accountNumber, role, scope }
}

/** Registers a call of the account and enforces what it declares. */
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
    async (visitor) => requireSignIn(call, await admit(deps, visitor, call)),
    answerStrong,
  )
}

/** The page asks the person to sign in, and keeps the input. Automatic requests ask nobody. */
function requireSignIn({ method }: AccountCall, admitted: Session | Refused): Session | Refused {
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
      // People who have opened the list of passkeys need not be asked for one.
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

type StepUpDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'passwords' | 'jobs' | 'findViewed'>
type AnswerToSession<C extends Call> = (
  body: ParsedBodyOf<C>,
  session: Session,
  visitor: Visitor,
) => Promise<AnswerOf<C> | Refused>

/** The use case of a call that needs step-up never runs without it. An invalid body is refused before. */
function withStepUp<C extends AccountCall>(
  deps: StepUpDeps,
  { stepUp }: C,
  answer: AnswerToSession<C>,
): AnswerToSession<C> {
  if (stepUp === 'depends' || isNever(stepUp)) return answer
  return async (body, session, visitor) => {
    await takeProof(deps, stepUp, body as Record<string, unknown>, session, visitor)
    const refused = await requireStepUp(deps, session)
    if (refused) throw refused
    return answer(body, session, visitor)
  }
}

type NoStepUp = Extract<StepUp, { none: string }>

function isNever(stepUp: StepUp): stepUp is NoStepUp {
  return typeof stepUp === 'object' && 'none' in stepUp
}

/**
 * A password or a code in the body itself is checked even if none was needed. Where the password is not
 * enough, it is checked only after the factor was shown: nobody else learns whether it is right.
 */
async function takeProof(
  deps: StepUpDeps,
  stepUp: Exclude<StepUp, 'depends' | NoStepUp>,
  body: Record<string, unknown>,
  session: Session,
  visitor: Visitor,
): Promise<void> {
  if (stepUp === 'always') return
  const code = textIn(body, stepUp.code)
  const password = textIn(body, stepUp.password)
  const checkCode = async () => {
    if (code !== '') await showCode(deps, session, code, visitor)
  }
  const checkPassword = async () => {
    if (password !== '') await showPassword(deps, session, { field: stepUp.password, password }, visitor)
  }
  const isEnough = (await waysOf(deps.db, session.agentId)).includes('password')
  const requested = isEnough ? undefined : await requireStepUp(deps, session)
  // A code is used up by its check, so it comes last where possible.
  if (!requested) {
    await checkPassword()
    return checkCode()
  }
  if (code === '') throw requested
  await checkCode()
  return checkPassword()
}

function textIn(body: Record<string, unknown>, field: string | undefined): string {
  const value = field === undefined ? '' : body[field]
  return typeof value === 'string' ? value : ''
}
