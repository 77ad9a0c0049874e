import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/features/second-step.ts'
import type { Deps } from '#server/deps.ts'
import { formPost } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { answerKeepForm, keepSecondFactor, requestFactorRecovery, showKeep } from './recovery.ts'
import {
  answerStepForm,
  confirmSecondStep,
  confirmStepWithPasskey,
  showSecondStep,
  startPasskeyStep,
} from './second-step.ts'
import { answerDemandForm, showDemand } from './set-up-demanded.ts'

export function secondStepRoutes(app: FastifyInstance, deps: Deps): void {
  page(app, deps, 'second-step', ({ visitor }) => showSecondStep(deps, visitor), { isPersonal: true })
  formPost(app, 'second-step', (posted) => answerStepForm(deps, posted))
  page(app, deps, 'second-factor-demand', ({ visitor, query }) => showDemand(deps, visitor, query.next), {
    isPersonal: true,
  })
  formPost(app, 'second-factor-demand', (posted) => answerDemandForm(deps, posted))
  route(app, calls.askForFactorRecovery, (_body, visitor) => requestFactorRecovery(deps, visitor))
  route(app, calls.cancelFactorRecovery, (_body, visitor) => keepSecondFactor(deps, visitor))
  page(app, deps, 'keep-second-factor', ({ visitor }) => showKeep(deps, visitor), { isPersonal: true })
  formPost(app, 'keep-second-factor', (posted) => answerKeepForm(deps, posted))
  route(app, calls.confirmSecondStep, (body, visitor) => confirmSecondStep(deps, body, visitor))
  route(app, calls.startPasskeyStep, (_body, visitor) => startPasskeyStep(deps, visitor))
  route(app, calls.confirmStepWithPasskey, (body, visitor) => confirmStepWithPasskey(deps, body, visitor))
}
