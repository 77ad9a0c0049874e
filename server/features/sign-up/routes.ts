import type { FastifyInstance } from 'fastify'
import { lookUpEmail as lookUpEmailCall } from '#contract/calls/email-lookup.ts'
import { requestResume as requestResumeCall, resumeSignUp } from '#contract/calls/resume-sign-up.ts'
import { saveUnfinishedSignUp, submitSignUp } from '#contract/calls/sign-up.ts'
import { signUpContext } from '#contract/calls/sign-up-context.ts'
import type { Deps } from '../../deps.ts'
import { page, queryOf } from '../../http/pages.ts'
import { route } from '../../http/route.ts'
import { redirectToSlash } from '../../http/trailing-slash.ts'
import { showContext } from './context.ts'
import { lookUpEmail } from './look-up-email.ts'
import { showSignUp, startSignUp } from './page.ts'
import { requestResume } from './request-resume.ts'
import { isResumable, resume } from './resume.ts'
import { saveUnfinished } from './save-unfinished.ts'
import { signUpAndPay } from './sign-up-and-pay.ts'

export function signUpRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, lookUpEmailCall, (body, visitor) => lookUpEmail(deps, body, visitor))
  route(app, signUpContext, () => showContext(deps))
  route(app, saveUnfinishedSignUp, (body, visitor) => saveUnfinished(deps, body, visitor))
  route(app, requestResumeCall, (body, visitor) => requestResume(deps, body, visitor))
  route(app, resumeSignUp, (_body, visitor) => resume(deps, visitor.parts.linkToken ?? '', visitor))
  page(
    app,
    deps,
    'resume-sign-up',
    async ({ visitor }) => {
      const linkToken = visitor.parts.linkToken ?? ''
      return { linkToken, isValid: await isResumable(deps, linkToken) }
    },
    { isPersonal: true, isHidden: true },
  )
  page(app, deps, 'sign-up', (request) => showSignUp(deps, request), { takesCards: true })
  app.get('/sign-up/', { config: { isPage: true } }, async (request, reply) =>
    reply.redirect(startSignUp(deps, queryOf(request)).redirectTo, 302),
  )
  redirectToSlash(app, 'GET', '/sign-up/')
  route(app, submitSignUp, (body, visitor) => signUpAndPay(deps, body, visitor))
}
