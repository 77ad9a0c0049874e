import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onSendAsyncHookHandler,
} from 'fastify'
import { accountFiles } from '#contract/accounts/account-files.ts'
import { accountPages } from '#contract/accounts/account-pages.ts'
import type { SessionScope } from '#contract/accounts/roles.ts'
import { accountCalls } from '#contract/calls.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { mayAtDesk } from '#contract/desk/desk-roles.ts'
import * as messages from '#contract/desk/see-as.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { readOnlyView } from '#contract/wire/server-messages.ts'
import { sessionScopeOf } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import { registerAccount } from '#server/features/account/account-features.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { findViewRow, VIEW_LASTS_MS, type ViewRow } from '#server/identity/operators/operator-views.ts'
import { originOf, type Session, VIEWED } from '#server/identity/sessions.ts'
import { readOnly } from '#server/platform/db/read-only.ts'
import { escapeHtml, sendRefusal } from '#server/platform/http/answer.ts'
import { hashOf } from '#server/platform/http/page-bundle.ts'
import { framedPolicy } from '#server/platform/http/security-headers.ts'
import { cookieName, cookieOf, type Visitor, visitorOf } from '#server/platform/http/visitor.ts'
import { refuse } from '#server/platform/refusal.ts'
import { type DeskDeps, operatorOf } from '../desk-routes.ts'

/**
 * The customer's own pages on the desk's listener, within a view. The only desk file that may register them:
 * every request passes `admitToView`, and can only read.
 */
export function customerPages(app: FastifyInstance, deps: DeskDeps): void {
  app.register((scope, _options, done) => {
    scope.decorateRequest('view', null)
    scope.addHook('onRequest', admitToView(deps))
    scope.addHook('onSend', sendInView)
    const viewed: Deps = {
      ...deps,
      db: readOnly(deps.db),
      findViewed: (visitor) => findViewed(deps, visitor),
    }
    registerAccount(scope, viewed)
    // Links out of the account pages end here, inside the frame.
    scope.get('/*', async (_request, reply) => reply.callNotFound())
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The view of a request for a customer's page. `ended`: its frame still exists. */
    view: OpenView | 'ended' | null
  }
}

const pagePaths: ReadonlySet<string> = new Set(Object.values(accountPages).map(({ path }) => path))
/** Read beside the pages: bills as PDF, lists as CSV, figures that a page refreshes. */
const readPaths: ReadonlySet<string> = new Set(
  [...Object.values(accountFiles), ...accountCalls.filter(({ method }) => method === 'GET')].map(
    ({ path }) => path,
  ),
)

/**
 * Runs before everything else. Without a view there are no customer pages here; within one, only reading is
 * allowed, at the account pages' URLs, and a page is shown only in its frame.
 */
function admitToView(deps: DeskDeps): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const visitor = visitorOf(request, reply)
    const { operator, view } = await findView(deps, visitor)
    const isInFrame = request.headers['sec-fetch-dest'] === 'iframe'
    if (!operator || (!view && !isInFrame)) return reply.callNotFound()
    request.view = view ?? 'ended'
    if (!view) return notify(reply, 404, messages.viewEnded)
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseChange(request, reply)
    const path = request.routeOptions.url ?? ''
    const isPage = isAt(pagePaths, path)
    if (!isPage && !isAt(readPaths, path)) {
      if (isInFrame) return notify(reply, 404, messages.notInView)
      request.view = null
      return reply.callNotFound()
    }
    if (isPage && !isInFrame)
      return reply.redirect(fillPath(deskPages['see-as'].path, { number: view.accountNumber }), 302)
    request.headers.cookie = deskCookiesOf(visitor)
  }
}

function notify(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(framedNotice(text))
}

/** The frame's content if there is no page to show: no scripts. */
function framedNotice(text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Account pages</title></head>
<body class="desk-view-notice">
<main>
<h1>${escapeHtml(text)}</h1>
<p><a href="${pages.account}">Back to the account pages</a></p>
</main>
</body>
</html>`
}

function refuseChange(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return request.routeOptions.config.isPage
    ? notify(reply, 403, readOnlyView)
    : sendRefusal(reply, refuse('read-only-view'))
}

/** With or without the trailing slash: without it, it redirects to the one with it. */
function isAt(paths: ReadonlySet<string>, path: string): boolean {
  return paths.has(path) || paths.has(`${path}/`)
}

/**
 * Changes a response in a view: it can be framed by the desk, names whose pages these are, and sets no
 * cookie.
 */
const sendInView: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  if (!request.view) return payload
  reply.removeHeader('set-cookie')
  reply.removeHeader('clear-site-data')
  reply.header('x-frame-options', 'SAMEORIGIN')
  reply.header(
    'content-security-policy',
    framedPolicy(String(reply.getHeader('content-security-policy') ?? ''), viewStyleHash),
  )
  // A file in the frame would leave no way back to the pages.
  const disposition = String(reply.getHeader('content-disposition') ?? '')
  if (disposition.startsWith('inline'))
    reply.header('content-disposition', disposition.replace('inline', 'attachment'))
  const isDocument = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
  if (!isDocument || typeof payload !== 'string') return payload
  reply.removeHeader('content-length')
  return styleDocument(request.view === 'ended' ? payload : markDocument(payload, request.view))
}

type Marked = { id: number; name: string; email: string; accountNumber: string }

const style = `.desk-view-mark{padding:6px 16px;background:#7a2e00;color:#fff;font:600 14px/1.4 system-ui,sans-serif}
.desk-view-notice{margin:0;font:16px/1.5 system-ui,sans-serif}
.desk-view-notice main{padding:16px}
.desk-view-notice h1{margin:0 0 8px;font-size:20px}`
const viewStyleHash = hashOf(style)

/** Each framed document itself names whose pages these are. The page around it reads the id. */
function markDocument(document: string, { id, name, email, accountNumber }: Marked): string {
  const text = escapeHtml(`Read-only view: ${name || email}, account ${accountNumber}`)
  const mark = `<aside class="desk-view-mark" data-view="${id}" aria-label="Read-only view">${text}</aside>`
  return document
    .replace('<title>', () => '<title>Read-only view: ')
    .replace(/<body[^>]*>/, (body) => `${body}\n${mark}`)
}

function styleDocument(document: string): string {
  return document.replace('</head>', () => `<style>${style}</style>\n</head>`)
}

export type OpenView = ViewRow & { scope: SessionScope }
type ViewDeps = Pick<DeskDeps, 'db' | 'clock' | 'http'>

/** The operator of a request, if their role allows views, and their browser's open view. */
async function findView(deps: ViewDeps, visitor: Visitor): Promise<{ operator?: Operator; view?: OpenView }> {
  const operator = await operatorOf(deps, visitor)
  if (!operator || !mayAtDesk(operator.role, 'help')) return {}
  const view = await findViewOf(deps, operator, visitor)
  return view ? { operator, view } : { operator }
}

/** It opens what the person could open now: nothing, if the account no longer admits them. */
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

/** The viewed person, instead of a signed-in one. */
async function findViewed(deps: ViewDeps, visitor: Visitor): Promise<Session | undefined> {
  const { view } = await findView(deps, visitor)
  if (!view) return undefined
  const { agentId, accountId, accountNumber, role, scope } = view
  return { id: VIEWED, agentId, accountId, accountNumber, role, scope, origin: originOf(visitor) }
}

export function setViewCookie(visitor: Visitor, token: string, jar: Jar): void {
  visitor.setCookie(cookieOf(VIEW, token, VIEW_LASTS_MS, jar, 'Strict'))
}

export function clearViewCookie(visitor: Visitor, jar: Jar): void {
  visitor.setCookie(cookieOf(VIEW, '', 0, jar, 'Strict'))
}

/** Browsers send one host's cookies to all its ports: those of the customers' pages are ignored here. */
function deskCookiesOf({ cookies }: Pick<Visitor, 'cookies'>): string {
  return Object.entries(cookies)
    .filter(([name]) => /^(?:__Host-)?desk_/.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}
