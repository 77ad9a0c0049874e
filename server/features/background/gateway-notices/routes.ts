import type { FastifyInstance } from 'fastify'
import { gatewayNotice } from '#contract/features/gateway-notices.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { takeNotice } from './take-notice.ts'

export function gatewayNoticeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, gatewayNotice, ({ bt_signature: signature, bt_payload: payload }) =>
    takeNotice(deps, { signature, payload }),
  )
}
