import type { FastifyReply } from 'fastify'
import {
  chooseNewPassword as chooseNewPasswordCall,
  requestPasswordReset,
} from '#contract/calls/password-reset.ts'
import type { PageValues, SentForm } from '#contract/pages.ts'
import type { Deps } from '../../deps.ts'
import type { Posted } from '../../http/form-post.ts'
import { pathOf, propsOf, queryOf, sendPage } from '../../http/pages.ts'
import { parse } from '../../http/route.ts'
import { problems } from '../../problems.ts'
import { isRefused, type Refused } from '../../refusal.ts'
import { chooseNewPassword } from './choose-new-password.ts'
import { requestReset } from './request-reset.ts'

/** Without a script there is no choice of an account: the one mail lists a link for each. */
export async function answerPostedRequest(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const body = parse(requestPasswordReset, posted.raw)
  const result = isRefused(body) ? body : await requestReset(deps, body, posted.visitor)
  const sent = isRefused(result)
    ? { email: posted.raw.email ?? '', errors: wordsOf(result) }
    : { isDone: true }
  return show(deps, posted, 'password-reset', { sent }, result)
}

export async function answerPostedNewPassword(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const body = parse(chooseNewPasswordCall, posted.raw)
  const result = isRefused(body) ? body : await chooseNewPassword(deps, linkToken, body, posted.visitor)
  if (isRefused(result) && result.refused === 'link-invalid') {
    return show(deps, posted, 'new-password', { linkToken, link: 'invalid' }, result)
  }
  const sent = isRefused(result) ? { errors: wordsOf(result) } : { isDone: true }
  return show(deps, posted, 'new-password', { linkToken, link: 'valid', sent }, result)
}

function show<Name extends 'password-reset' | 'new-password'>(
  deps: Deps,
  { request, reply }: Posted,
  name: Name,
  values: PageValues[Name],
  result: object,
): Promise<FastifyReply> {
  const props = propsOf(deps, name, { query: queryOf(request), path: pathOf(request) }, values)
  const status = isRefused(result) ? problems[result.refused].status : 200
  return sendPage(reply.code(status), deps, props, { isPersonal: true })
}

function wordsOf(refused: Refused): NonNullable<SentForm['errors']> {
  return (refused.errors as SentForm['errors']) ?? problems[refused.refused].words
}
