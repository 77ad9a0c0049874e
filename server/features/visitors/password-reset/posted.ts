import type { FastifyReply } from 'fastify'
import {
  chooseNewPassword as chooseNewPasswordCall,
  requestPasswordReset,
} from '#contract/features/password-reset.ts'
import type { Deps } from '#server/deps.ts'
import { wasUsed } from '#server/identity/links.ts'
import { messageOf, type Posted, showPosted } from '#server/platform/http/form-post.ts'
import { parse } from '#server/platform/http/route.ts'
import { attempt, isRefused } from '#server/platform/refusal.ts'
import { chooseNewPassword } from './new-password.ts'
import { requestReset } from './request-reset.ts'

/** Without JavaScript the account is not chosen on the page: the mail lists a link for each. */
export async function answerPostedRequest(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const body = parse(requestPasswordReset, posted.raw)
  const result = isRefused(body) ? body : await attempt(requestReset(deps, body, posted.visitor))
  const sent = isRefused(result)
    ? { email: posted.raw.email ?? '', errors: messageOf(result) }
    : { isDone: true }
  return showPosted(deps, posted, 'password-reset', { sent }, result)
}

export async function answerPostedNewPassword(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const body = parse(chooseNewPasswordCall, posted.raw)
  const result = isRefused(body)
    ? body
    : await attempt(chooseNewPassword(deps, linkToken, body, posted.visitor))
  if (isRefused(result) && result.refused === 'link-invalid') {
    const link = (await wasUsed(deps.db, 'password-reset', linkToken)) ? 'used' : 'invalid'
    return showPosted(deps, posted, 'new-password', { linkToken, link }, result)
  }
  const sent = isRefused(result) ? { errors: messageOf(result) } : { isDone: true }
  return showPosted(deps, posted, 'new-password', { linkToken, link: 'valid', sent }, result)
}
