import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SentForm } from '#contract/accounts/sent-form.ts'
import type { PageValues } from '#contract/page-values.ts'
import { type PageName, pages } from '#contract/pages.ts'
import { problems } from '#server/platform/problems.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { reportRefusal, sendRefusal } from './answer.ts'
import { readBody } from './bodies.ts'
import { accessOfPage, type PageDeps, type PageOptions, pathOf, propsOf, queryOf, sendPage } from './pages.ts'
import { type Visitor, visitorOf } from './visitor.ts'

export type Posted = {
  raw: Record<string, string>
  visitor: Visitor
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Handles a page's form posted to the page's own URL, so it works without JavaScript, or before hydration.
 */
export function formPost(
  app: FastifyInstance,
  name: PageName,
  answer: (posted: Posted) => Promise<FastifyReply>,
): void {
  app.post(pages[name], { config: { isPage: true, access: accessOfPage(name) } }, async (request, reply) => {
    const raw = readBody(request, 'multipart')
    if (isRefused(raw)) return sendRefusal(reply, raw)
    return answer({ raw: raw as Record<string, string>, visitor: visitorOf(request, reply), request, reply })
  })
}

/** Renders the page again with the outcome of the form. A refusal also sets the response's status. */
export function showPosted<Name extends PageName>(
  deps: PageDeps,
  { request, reply }: Posted,
  name: Name,
  values: PageValues[Name],
  result: object,
  options: PageOptions = {},
): Promise<FastifyReply> {
  if (isRefused(result)) {
    reportRefusal(request, result)
    reply.code(problems[result.refused].status)
    if (result.retryAfterSeconds) reply.header('retry-after', String(result.retryAfterSeconds))
  }
  const props = propsOf(deps, name, { query: queryOf(request), path: pathOf(request) }, values)
  return sendPage(reply, deps, props, { ...options, isPersonal: true })
}

export function messageOf(refused: Refused): NonNullable<SentForm['errors']> {
  return (refused.errors as SentForm['errors']) ?? problems[refused.refused].text
}
