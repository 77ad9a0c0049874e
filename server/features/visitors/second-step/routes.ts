import type { FastifyInstance } from 'fastify'
import { confirmSecondStep as confirmCall } from '#contract/features/second-step/calls.ts'
import type { Deps } from '#server/deps.ts'
import { formPost } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { confirmSecondStep } from './confirm-second-step.ts'
import { answerPostedStep } from './posted.ts'
import { showSecondStep } from './show-second-step.ts'

export function secondStepRoutes(app: FastifyInstance, deps: Deps): void {
  page(app, deps, 'second-step', ({ visitor }) => showSecondStep(deps, visitor), { isPersonal: true })
  formPost(app, 'second-step', (posted) => answerPostedStep(deps, posted))
  route(app, confirmCall, (body, visitor) => confirmSecondStep(deps, body, visitor))
}
