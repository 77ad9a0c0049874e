import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DeskCall, OpenDeskCall } from '#contract/desk/desk-call.ts'
import type {
  DeskPageProps,
  DeskPageValues,
  ShownDeskPage,
  ShownOperator,
} from '#contract/desk/desk-page-values.ts'
import { type DeskPageName, deskPageOf, deskPages } from '#contract/desk/desk-pages.ts'
import { type DeskPermission, leastRoleFor, mayAtDesk } from '#contract/desk/desk-roles.ts'
import * as messages from '#contract/desk/sign-in.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { withoutCard } from '#server/accounts/find/parse-query.ts'
import type { Config } from '#server/config/config.ts'
import { originsHere } from '#server/config/loopback.ts'
import type { Deps } from '#server/deps.ts'
import {
  findOperatorSession,
  type Operator,
  readOperatorToken,
} from '#server/identity/operators/operator-sessions.ts'
import { originOf } from '#server/identity/sessions.ts'
import { sendRefusal } from '#server/platform/http/answer.ts'
import type { PageBundle } from '#server/platform/http/page-bundle.ts'
import { type PageRequest, pathOf, queryOf, type Redirect, sendPage } from '#server/platform/http/pages.ts'
import { admittedRoute, route } from '#server/platform/http/route.ts'
import { redirectToSlash } from '#server/platform/http/urls.ts'
import { type Visitor, visitorOf } from '#server/platform/http/visitor.ts'
import { problems } from '#server/platform/problems.ts'
import { attempt, isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

/** The operator of a request, with their current role. */
export async function operatorOf(
  { db, clock, http }: Pick<DeskDeps, 'db' | 'clock' | 'http'>,
  visitor: Visitor,
): Promise<Operator | undefined> {
  const token = readOperatorToken(visitor, http)
  const operator = token ? await findOperatorSession(db, token, clock.now()) : undefined
  return operator && { ...operator, origin: originOf(visitor) }
}

/** Registers a call of signed-in operators whose role allows it. */
export function deskRoute<C extends DeskCall>(
  app: FastifyInstance,
  deps: DeskDeps,
  call: C,
  answer: (body: ParsedBodyOf<C>, operator: Operator, visitor: Visitor) => Promise<AnswerOf<C> | Refused>,
): void {
  admittedRoute(app, call, (visitor) => admit(deps, visitor, call.who), answer)
}

/** A change whose body names the current page, and whose answer has the page's values. */
type ChangeOf<C extends DeskCall, Values, Asked> =
  ParsedBodyOf<C> extends Asked
    ? AnswerOf<C> extends { data: { said: string; values?: infer Shown } }
      ? [Values] extends [Shown]
        ? C
        : never
      : never
    : never
/** The message about the change, with its secret if it makes one. */
type DoneOf<C extends DeskCall> = AnswerOf<C> extends { data: infer Data } ? Omit<Data, 'values'> : never

/** Registers the changes of one page: each answers with a message and the page's new values. */
export function changesShowing<Values, Asked>(
  app: FastifyInstance,
  deps: DeskDeps,
  show: (operator: Operator, requested: Asked) => Promise<Values | Refused>,
) {
  return <C extends DeskCall>(
    call: C & ChangeOf<C, Values, Asked>,
    change: (body: ParsedBodyOf<C>, operator: Operator) => Promise<DoneOf<C>>,
  ): void =>
    deskRoute<C>(app, deps, call, async (body, operator) => {
      const done = await change(body, operator)
      const values = await shownAfter(deps, () => show(operator, body as Asked))
      return { data: { ...done, values } } as AnswerOf<C>
    })
}

/** Registers a call of the sign-in itself. */
export function openDeskRoute<C extends OpenDeskCall>(
  app: FastifyInstance,
  call: C,
  answer: (body: ParsedBodyOf<C>, visitor: Visitor) => Promise<AnswerOf<C> | Refused>,
): void {
  route(app, call, answer)
}

async function admit(
  deps: DeskDeps,
  visitor: Visitor,
  permission: DeskPermission,
): Promise<Operator | Refused> {
  const operator = await operatorOf(deps, visitor)
  if (!operator) return refuse('signed-out', { errors: messages.signedOut })
  if (visitor.pageOf !== '' && visitor.pageOf !== String(operator.id)) return refuse('other-person')
  return mayAtDesk(operator.role, permission) ? operator : refuseAtDesk(permission)
}

/** Names the required role. */
function refuseAtDesk(permission: DeskPermission): Refused {
  return refuse('role-forbidden', { errors: messages.roleForbidden(leastRoleFor(permission)) })
}

type ValuesOf<Name extends DeskPageName> = DeskPageValues[Name] | Redirect | Refused

/** Registers a page of signed-in operators whose role allows it. */
export function deskPage<Name extends DeskPageName>(
  app: FastifyInstance,
  deps: DeskDeps,
  name: Name,
  valuesOf: (operator: Operator, request: PageRequest) => Promise<ValuesOf<Name>>,
): void {
  const { permission } = deskPageOf[name]
  if (!permission) throw new Error(`Say in contract/desk/desk-pages.ts what the page ${name} needs`)
  register(app, deps, name, async (request) => {
    const operator = await operatorOf(deps, request.visitor)
    if (!operator) return { values: { redirectTo: signInPath(request) }, operator: null }
    if (!mayAtDesk(operator.role, permission)) return { values: refuseAtDesk(permission), operator }
    return { values: await attempt(valuesOf(operator, request)), operator }
  })
}

/** Registers a page of the sign-in itself. */
export function openDeskPage<Name extends DeskPageName>(
  app: FastifyInstance,
  deps: DeskDeps,
  name: Name,
  valuesOf: (request: PageRequest) => Promise<ValuesOf<Name>>,
): void {
  if (deskPageOf[name].permission) throw new Error(`The page ${name} needs an operator`)
  register(app, deps, name, async (request) => ({ values: await valuesOf(request), operator: null }))
}

function register<Name extends DeskPageName>(
  app: FastifyInstance,
  deps: DeskDeps,
  name: Name,
  show: (request: PageRequest) => Promise<{ values: ValuesOf<Name>; operator: Operator | null }>,
): void {
  const { path } = deskPages[name]
  app.get(path, { config: { isPage: true } }, async (request, reply) => {
    const requested = askedIn(request, reply)
    const { values, operator } = await show(requested)
    if (isRefused(values)) return sendNotShown(deps, reply, { asked: requested, operator }, values)
    if ('redirectTo' in values) return reply.redirect(String(values.redirectTo), 302)
    return sendDeskPage(deps, reply, name, {
      asked: requested,
      operator,
      values: values as DeskPageValues[Name],
    })
  })
  redirectToSlash(app, 'GET', path)
}

function askedIn(request: FastifyRequest, reply: FastifyReply): PageRequest {
  return { query: queryOf(request), path: pathOf(request), visitor: visitorOf(request, reply) }
}

type Asking = { asked: PageRequest; operator: Operator | null }

function sendDeskPage<Name extends ShownDeskPage>(
  deps: DeskDeps,
  reply: FastifyReply,
  page: Name,
  { asked: { query, path }, operator, values }: Asking & { values: DeskPageValues[Name] },
): Promise<FastifyReply> {
  const { provider } = deps.config
  const now = deps.clock.now().toISOString()
  const props: DeskPageProps<Name> = {
    page,
    values,
    query,
    path,
    provider,
    now,
    operator: operator && shown(operator),
  }
  const bundle = { config: deps.http, bundle: deps.deskBundle }
  return sendPage(reply, bundle, props, { isPersonal: true, isAccount: true })
}

/** Tells an operator within the desk what is missing: the page, or their role. */
async function sendNotShown(
  deps: DeskDeps,
  reply: FastifyReply,
  asking: Asking,
  refused: Refused,
): Promise<FastifyReply> {
  const { status, text } = problems[refused.refused]
  if (!asking.operator || (status !== 403 && status !== 404)) return sendRefusal(reply, refused)
  reply.code(status)
  const values = { status, text: typeof refused.errors === 'string' ? refused.errors : text }
  return sendDeskPage(deps, reply, 'not-shown', { ...asking, values })
}

/** Reveals no page names before the sign-in. */
export async function answerUnknownPage(
  deps: DeskDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requested = askedIn(request, reply)
  const operator = await operatorOf(deps, requested.visitor)
  if (!operator) return reply.redirect(signInPath(requested), 302)
  return sendNotShown(
    deps,
    reply,
    { asked: requested, operator },
    refuse('not-found', { errors: messages.noSuchPage }),
  )
}

function shown({ id, name, email, role }: Operator): ShownOperator {
  return { id, name, email, role }
}

/** Registers a download, such as a CSV or a PDF. Without HEAD, so that only real downloads are audited. */
export function deskFile(
  app: FastifyInstance,
  deps: DeskDeps,
  path: string,
  permission: DeskPermission,
  handle: (operator: Operator, request: PageRequest, reply: FastifyReply) => Promise<FastifyReply | Refused>,
): void {
  app.get(path, { config: { isPage: true }, exposeHeadRoute: false }, async (request, reply) => {
    const requested = askedIn(request, reply)
    const operator = await operatorOf(deps, requested.visitor)
    if (!operator) return reply.redirect(signInPath(requested), 302)
    reply.header('cache-control', 'no-store')
    const handled = mayAtDesk(operator.role, permission)
      ? await handle(operator, requested, reply)
      : refuseAtDesk(permission)
    return isRefused(handled) ? sendNotShown(deps, reply, { asked: requested, operator }, handled) : handled
  })
}

/** After the sign-in, the operator returns to the requested page. A searched card number is left out. */
function signInPath({ path, query }: PageRequest): string {
  const cut = withoutCard(query.q ?? '')
  const requested = new URLSearchParams(cut === undefined ? query : { ...query, q: cut }).toString()
  const next = requested === '' ? path : `${path}?${requested}`
  return next === deskPages.today.path
    ? deskPages['sign-in'].path
    : `${deskPages['sign-in'].path}?next=${encodeURIComponent(next)}`
}

/**
 * The page's values after a change. Undefined if unreadable: a refusal would say that nothing was done, and
 * lose a secret or link that only this answer has.
 */
async function shownAfter<Values>(
  { log }: Pick<DeskDeps, 'log'>,
  show: () => Promise<Values | Refused>,
): Promise<Values | undefined> {
  try {
    const values = await show()
    return isRefused(values) ? undefined : values
  } catch (error) {
    if (isRefused(error)) return undefined
    log.error({ err: error }, 'a change was made, but its page could not be read')
    return undefined
  }
}

export type DeskDeps = Deps & {
  /** The operators' pages. */
  deskBundle: PageBundle
  /**
   * The configuration of the desk's own listener: its URL, its cookies, its origin. Mails use the public one.
   */
  http: Config
}

export function httpOf(config: Config): Config {
  const { desk } = config
  if (!desk) throw new Error('The desk is not configured')
  const { url, isHttps, trustProxy } = desk
  return {
    ...config,
    publicUrl: url,
    isHttps,
    trustProxy,
    allowedOrigins: isHttps ? [url] : originsHere(url),
  }
}
