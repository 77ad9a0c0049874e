import type { FastifyReply } from 'fastify'
import { confirmEmailVideo as confirmEmailVideoCall } from '#contract/features/email-video/calls.ts'
import type { Deps } from '#server/deps.ts'
import { messageOf, type Posted, showPosted } from '#server/platform/http/form-post.ts'
import { queryOf } from '#server/platform/http/pages.ts'
import { parse } from '#server/platform/http/route.ts'
import { attempt, isRefused } from '#server/platform/refusal.ts'
import { confirmEmailVideo } from './confirm-email-video.ts'

/** Handles the form posted without JavaScript to its own URL, which has the code in its query. */
export async function answerPostedPin(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const { code = '' } = queryOf(posted.request)
  const body = parse(confirmEmailVideoCall, { ...posted.raw, code })
  const result = isRefused(body) ? body : await attempt(confirmEmailVideo(deps, body, posted.visitor))
  if (!isRefused(result)) return posted.reply.redirect(result.redirect_uri, 303)
  const sent = { pin: posted.raw.pin ?? '', errors: messageOf(result) }
  return showPosted(deps, posted, 'email-video', { name: deps.config.emailVideo.name, sent }, result)
}
