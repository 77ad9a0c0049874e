import type { FastifyInstance } from 'fastify'
import { lookUpEmail as lookUpEmailCall } from '#contract/calls/email-lookup.ts'
import { saveUnfinishedSignUp, submitSignUp } from '#contract/calls/sign-up.ts'
import { signUpContext } from '#contract/calls/sign-up-context.ts'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { showContext } from './context.ts'
import { lookUpEmail } from './look-up-email.ts'
import { saveUnfinished } from './save-unfinished.ts'
import { signUpAndPay } from './sign-up-and-pay.ts'

export function signUpRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, lookUpEmailCall, (body, visitor) => lookUpEmail(deps, body, visitor))
  route(app, signUpContext, () => showContext(deps))
  route(app, saveUnfinishedSignUp, (body, visitor) => saveUnfinished(deps, body, visitor))
  route(app, submitSignUp, (body, visitor) => signUpAndPay(deps, body, visitor))
}
