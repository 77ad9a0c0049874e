import type { FastifyReply } from 'fastify'
import { join as joinCall } from '#contract/features/people/link-calls.ts'
import type { Deps } from '#server/deps.ts'
import { wasUsed } from '#server/identity/links.ts'
import { messageOf, type Posted, showPosted } from '#server/platform/http/form-post.ts'
import { parse } from '#server/platform/http/route.ts'
import { attempt, isRefused } from '#server/platform/refusal.ts'
import { join } from './join.ts'
import { showInvitation } from './show-invitation.ts'

/** Handles the same form posted without JavaScript. */
export async function answerPostedJoin(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const shown = await attempt(showInvitation(deps, linkToken, posted.visitor))
  const invitation = isRefused(shown) ? null : shown
  const body = parse(joinCall, posted.raw)
  const result = isRefused(body) ? body : await attempt(join(deps, linkToken, body, posted.visitor))
  const isOver = isRefused(result) && result.refused === 'link-invalid'
  const sent = isRefused(result)
    ? { fullName: posted.raw.full_name ?? '', errors: messageOf(result) }
    : { isDone: true }
  const values = isOver
    ? { linkToken, invitation: null, wasUsed: await wasUsed(deps.db, 'invitation', linkToken) }
    : { linkToken, invitation, wasUsed: false, sent }
  return showPosted(deps, posted, 'invitation', values, result)
}
