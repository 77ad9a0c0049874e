import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { accountFiles } from '#contract/accounts/account-files.ts'
import { accountPages } from '#contract/accounts/account-pages.ts'
import { accountCalls } from '#contract/calls.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import * as messages from '#contract/desk/see-as/messages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { readOnlyView } from '#contract/wire/server-messages.ts'
import type { DeskDeps } from '#server/desk/desk-deps.ts'
import { sendRefusal } from '#server/platform/http/answer.ts'
import { visitorOf } from '#server/platform/http/visitor.ts'
import { refuse } from '#server/platform/refusal.ts'
import { findView, type OpenView } from './find-view.ts'
import { framedNotice } from './framed-notice.ts'
import { deskCookiesOf } from './view-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The view that a request for a customer's page belongs to. `ended`: its frame is still there. */
    view: OpenView | 'ended' | null
  }
}

const pagePaths: ReadonlySet<string> = new Set(Object.values(accountPages).map(({ path }) => path))
/** What is read beside the pages: bills as PDF, lists as CSV, figures that a page asks for again. */
const readPaths: ReadonlySet<string> = new Set(
  [...Object.values(accountFiles), ...accountCalls.filter(({ method }) => method === 'GET')].map(
    ({ path }) => path,
  ),
)

/**
 * Runs before everything else. Without a view there are no customer's pages here; within one, only reading is let
 * through, at the addresses of the account pages, and a page is shown in its frame alone.
 */
export function admitToView(deps: DeskDeps): onRequestAsyncHookHandler {
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

/** With or without the trailing slash: without it, the same address with it is redirected to. */
function isAt(paths: ReadonlySet<string>, path: string): boolean {
  return paths.has(path) || paths.has(`${path}/`)
}

function refuseChange(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return request.routeOptions.config.isPage
    ? notify(reply, 403, readOnlyView)
    : sendRefusal(reply, refuse('read-only-view'))
}

function notify(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(framedNotice(text))
}
