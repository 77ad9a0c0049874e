import type { FastifyInstance } from 'fastify'
import { takeMailNotice } from '#contract/features/mail-bounces.ts'
import type { Deps } from '#server/deps.ts'
import { signedRoute } from '#server/platform/http/signed-route.ts'
import { takeNotice } from './take-notice.ts'

/** A message that came back includes the mail that it is about. */
const BODY_AT_MOST_BYTES = 512 * 1024

export function mailBouncesRoutes(app: FastifyInstance, deps: Deps): void {
  const signed = {
    secrets: deps.config.mail.webhookSecrets,
    clock: deps.clock,
    bodyAtMostBytes: BODY_AT_MOST_BYTES,
  }
  signedRoute(app, takeMailNotice, signed, (body) => takeNotice(deps, body))
}
