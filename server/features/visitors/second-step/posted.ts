import type { FastifyReply } from 'fastify'
import { confirmSecondStep as confirmCall } from '#contract/features/second-step/calls.ts'
import type { SecondStepValues } from '#contract/features/second-step/values.ts'
import { pages } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { messageOf, type Posted, showPosted } from '#server/platform/http/form-post.ts'
import { parse } from '#server/platform/http/route.ts'
import { attempt, isRefused } from '#server/platform/refusal.ts'
import { askForFactorRecovery } from './ask-for-recovery.ts'
import { confirmSecondStep } from './confirm-second-step.ts'
import { showSecondStep } from './show-second-step.ts'

/** Handles the same form posted without JavaScript. */
export async function answerPostedStep(deps: Deps, posted: Posted): Promise<FastifyReply> {
  const { visitor, reply } = posted
  const shown = await showSecondStep(deps, visitor)
  if ('redirectTo' in shown) return reply.redirect(shown.redirectTo, 303)
  if (posted.raw.ask_recovery) {
    const asked = await attempt(askForFactorRecovery(deps, visitor))
    if (!isRefused(asked)) return reply.redirect(`${pages['second-step']}?with=neither`, 303)
    return showPosted(deps, posted, 'second-step', { ...shown, sent: { errors: messageOf(asked) } }, asked)
  }
  const body = parse(confirmCall, posted.raw)
  const result = isRefused(body) ? body : await attempt(confirmSecondStep(deps, body, visitor))
  const show = (sent: NonNullable<SecondStepValues['sent']>) =>
    showPosted(deps, posted, 'second-step', { ...shown, sent }, result)
  if (isRefused(result)) return show({ errors: messageOf(result) })
  const { redirect_url: url } = result.data
  // The content policy lets a form lead to our own pages and the dialer, but not to a partner's.
  return isReachable(url, deps.config.dialerUrl) ? reply.redirect(url, 303) : show({ continueTo: url })
}

export function isReachable(url: string, dialerUrl: string | undefined): boolean {
  return url.startsWith('/') || url === dialerUrl
}
