import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  lookUpEmail as lookUpEmailCall,
  requestResume as requestResumeCall,
  resumeSignUp,
  saveUnfinishedSignUp,
  signUpContext,
  submitSignUp,
} from '#contract/features/sign-up/calls.ts'
import { pages } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { accessOfPage, page, pathOf, propsOf, queryOf, sendPage } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { redirectToSlash } from '#server/platform/http/urls.ts'
import { visitorOf } from '#server/platform/http/visitor.ts'
import { lookUpEmail, saveUnfinished } from './first-step.ts'
import { showContext, showSignUp } from './page.ts'
import { requestResume, resume, showResume } from './resume.ts'
import { MARK_TAB, showReview } from './review.ts'
import { signUpAndPay } from './sign-up-and-pay.ts'

export function signUpRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, lookUpEmailCall, (body, visitor) => lookUpEmail(deps, body, visitor))
  route(app, signUpContext, () => showContext(deps), { isPacked: true })
  route(app, saveUnfinishedSignUp, (body, visitor) => saveUnfinished(deps, body, visitor))
  route(app, requestResumeCall, (body, visitor) => requestResume(deps, body, visitor))
  route(app, resumeSignUp, (_body, visitor) => resume(deps, visitor.parts.linkToken ?? '', visitor))
  page(app, deps, 'resume-sign-up', ({ visitor }) => showResume(deps, visitor.parts.linkToken ?? ''), {
    isPersonal: true,
  })
  page(app, deps, 'sign-up-review', ({ visitor }) => showReview(deps, visitor), {
    isPersonal: true,
    headScript: MARK_TAB,
  })
  // Two wizards share these URLs.
  for (const path of ['/sign-up/', pages['sign-up']]) {
    app.get(
      path,
      { config: { isPage: true, mayBePrefetched: true, access: accessOfPage('sign-up') } },
      async (request, reply) => {
        if (!isStep(request)) return reply.callNotFound()
        const requested = {
          query: queryOf(request),
          path: pathOf(request),
          visitor: visitorOf(request, reply),
        }
        const shown = await showSignUp(deps, requested)
        if ('redirectTo' in shown) return reply.redirect(shown.redirectTo, 302)
        const props = propsOf(deps, shown.page, requested, shown.values)
        return sendPage(reply, deps, props, { takesCards: true, ...shown.options })
      },
    )
    redirectToSlash(app, 'GET', path)
  }
  // Step URLs have no trailing slash: the redirect that removes one keeps the plan.
  app.get(`${pages['sign-up']}/`, async (request, reply) => {
    if (!isStep(request)) return reply.callNotFound()
    const [path = '', query] = request.url.split(/\/(?=$|\?)(.*)/s)
    return reply.redirect(`${path}${query ?? ''}`, 308)
  })
  route(app, submitSignUp, (body, visitor) => signUpAndPay(deps, body, visitor))
}

/** Other paths below /sign-up/ are as unknown as any. */
function isStep({ params }: FastifyRequest): boolean {
  const { step } = params as { step?: string }
  return step === undefined || /^step-\d+$/.test(step)
}
