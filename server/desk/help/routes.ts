import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/desk/help/calls.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import * as people from './change-people.ts'
import * as help from './do.ts'
import * as forCaller from './for-caller.ts'
import { showHelp } from './show-help.ts'

export function helpRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'help', ({ role }, { visitor, query }) =>
    showHelp(deps, visitor.parts.number ?? '', query, role),
  )
  deskRoute(app, deps, calls.noteEmailWorks, (body, ...by) => help.noteEmailWorks(deps, asked(...by), body))
  deskRoute(app, deps, calls.unlockSignIn, (body, ...by) => help.unlockSignIn(deps, asked(...by), body))
  deskRoute(app, deps, calls.endSessions, (body, ...by) => help.endSessions(deps, asked(...by), body))
  deskRoute(app, deps, calls.sendResetLink, (body, ...by) => help.sendResetLink(deps, asked(...by), body))
  deskRoute(app, deps, calls.sendPayLink, (body, ...by) => help.sendLinkToPay(deps, asked(...by), body))
  deskRoute(app, deps, calls.recoverFactor, (body, ...by) => help.recoverFactor(deps, asked(...by), body))
  deskRoute(app, deps, calls.inviteForOwner, (body, ...by) => people.inviteForOwner(deps, asked(...by), body))
  deskRoute(app, deps, calls.askForHandOver, (body, ...by) => people.askForHandOver(deps, asked(...by), body))
  deskRoute(app, deps, calls.withdrawHandOver, (body, ...by) =>
    people.withdrawHandOver(deps, asked(...by), body),
  )
  deskRoute(app, deps, calls.resendInvitation, (body, ...by) =>
    people.resendInvitation(deps, asked(...by), body),
  )
  deskRoute(app, deps, calls.cancelForCaller, (body, ...by) => forCaller.cancel(deps, asked(...by), body))
  deskRoute(app, deps, calls.undoCancelForCaller, (body, ...by) =>
    forCaller.undoCancel(deps, asked(...by), body),
  )
  deskRoute(app, deps, calls.holdForCaller, (body, ...by) => forCaller.hold(deps, asked(...by), body))
  deskRoute(app, deps, calls.endHoldForCaller, (body, ...by) => forCaller.endHold(deps, asked(...by), body))
}

function asked(operator: Operator, { parts }: Visitor): help.Asked {
  return { number: parts.number ?? '', operator }
}
