import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/desk/account/calls.ts'
import { kindsIn } from '#contract/desk/account/timeline.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import { findAccount } from '../find-account.ts'
import { documentRoutes } from './documents.ts'
import { listTimeline } from './list-timeline.ts'
import { addNote, strikeNote } from './notes.ts'
import { showDeskAccount } from './show-account.ts'
import { showBill, showCreditNote } from './show-bill.ts'

export function accountRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'account', ({ role }, { visitor, query }) =>
    showDeskAccount(deps, visitor.parts.number ?? '', query, role),
  )
  deskPage(app, deps, 'bill', ({ role }, { visitor: { parts } }) =>
    showBill(deps, { number: parts.number ?? '', bill: parts.bill ?? '' }, role),
  )
  deskPage(app, deps, 'credit-note', (_, { visitor: { parts } }) =>
    showCreditNote(deps, { number: parts.number ?? '', note: parts.note ?? '' }),
  )
  documentRoutes(app, deps)
  deskRoute(app, deps, calls.readTimeline, async ({ before, kinds }, _, { parts }) => {
    const account = await findAccount(deps.db, parts.number ?? '')
    if (!account) return refuse('not-found')
    return { data: await listTimeline(deps, account, { kinds: kindsIn(kinds), before }) }
  })
  deskRoute(app, deps, calls.addNote, (body, operator, { parts }) =>
    addNote(deps, parts.number ?? '', body, operator),
  )
  deskRoute(app, deps, calls.strikeNote, (body, operator, { parts }) =>
    strikeNote(deps, parts.number ?? '', body, operator),
  )
}
