import type { FastifyInstance } from 'fastify'
import { confirmEmailVideo as confirmEmailVideoCall } from '#contract/features/email-video.ts'
import type { Deps } from '#server/deps.ts'
import { formPost } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { answerPostedPin, confirmEmailVideo } from './email-video.ts'

export function emailVideoRoutes(app: FastifyInstance, deps: Deps): void {
  const { name } = deps.config.emailVideo
  route(app, confirmEmailVideoCall, (body, visitor) => confirmEmailVideo(deps, body, visitor))
  page(app, deps, 'email-video', async () => ({ name }), { isPersonal: true })
  formPost(app, 'email-video', (posted) => answerPostedPin(deps, posted))
}
