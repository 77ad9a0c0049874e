import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/desk/mails/calls.ts'
import { isRefused } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import { shownAfter } from '../shown-after.ts'
import { resendMail } from './resend-mail.ts'
import { showMail } from './show-mail.ts'

export function mailsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'mail', ({ role }, { visitor: { parts }, query }) =>
    showMail(deps, { id: parts.id ?? '', to: query.to }, role),
  )
  deskRoute(app, deps, calls.resendMail, async (body, operator) => {
    const said = await resendMail(deps, body, operator)
    if (isRefused(said)) return said
    const shown = { id: String(body.mail_id), to: body.to }
    return { data: { said, values: await shownAfter(deps, () => showMail(deps, shown, operator.role)) } }
  })
}
