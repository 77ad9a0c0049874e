import type { FastifyReply } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { wasUsed } from '#server/identity/links.ts'
import { messageOf, type Posted, showPosted } from '#server/platform/http/form-post.ts'
import { attempt, isRefused } from '#server/platform/refusal.ts'
import { confirmEmail, showEmailChange } from './email-change.ts'
import { confirmEmailWorks, showEmailTest } from './email-works.ts'

/** Handles the same form posted without JavaScript. */
export async function answerPostedConfirmation(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const shown = await attempt(showEmailChange(deps, linkToken, posted.visitor))
  const change = isRefused(shown) ? null : shown.change
  const result = await attempt(confirmEmail(deps, linkToken, posted.visitor))
  const isOver = isRefused(result) && result.refused === 'link-invalid'
  const sent = isRefused(result) ? { errors: messageOf(result) } : { isDone: true }
  const values = isOver
    ? { linkToken, change: null, wasUsed: await wasUsed(deps.db, 'email-change', linkToken) }
    : { linkToken, change, wasUsed: false, sent }
  return showPosted(deps, posted, 'new-email', values, result)
}

export async function answerPostedTest(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const shown = await attempt(showEmailTest(deps, linkToken, posted.visitor))
  const test = isRefused(shown) ? null : shown.test
  const result = await attempt(confirmEmailWorks(deps, linkToken, posted.visitor))
  const isOver = isRefused(result) && result.refused === 'link-invalid'
  const sent = isRefused(result) ? { errors: messageOf(result) } : { isDone: true }
  const values = isOver
    ? { linkToken, test: null, wasUsed: await wasUsed(deps.db, 'email-works', linkToken) }
    : { linkToken, test, wasUsed: false, sent }
  return showPosted(deps, posted, 'email-works', values, result)
}
