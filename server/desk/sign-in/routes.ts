import type { FastifyInstance } from 'fastify'
import { deskPages } from '#contract/desk/desk-pages.ts'
import * as calls from '#contract/desk/sign-in/calls.ts'
import { nextOr } from '#contract/desk/sign-in/next-page.ts'
import { readOperatorToken, takeOperatorToken } from '#server/identity/operators/operator-cookie.ts'
import { endOperatorSession } from '#server/identity/operators/operator-sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute, openDeskPage, openDeskRoute, operatorOf } from '../desk-routes.ts'
import { addPasskey, endSession, removePasskey, showMe, startPasskey } from './me.ts'
import { confirmCode, confirmPasskey, showSecondStep, startPasskeyStep } from './second-step.ts'
import { signIn } from './sign-in.ts'
import { showStart, startAtDesk } from './start.ts'

export function signInRoutes(app: FastifyInstance, deps: DeskDeps): void {
  openDeskPage(app, deps, 'sign-in', async ({ visitor, query }) =>
    (await operatorOf(deps, visitor)) ? { redirectTo: nextOr(deskPages.today.path, query.next) } : {},
  )
  openDeskPage(app, deps, 'second-step', ({ visitor, query }) => showSecondStep(deps, visitor, query.next))
  openDeskPage(app, deps, 'start', ({ visitor }) => showStart(deps, visitor.parts.linkToken ?? ''))
  deskPage(app, deps, 'me', (operator, { visitor }) => showMe(deps, operator, visitor))

  openDeskRoute(app, calls.signInToDesk, (body, visitor) => signIn(deps, body, visitor))
  openDeskRoute(app, calls.confirmDeskCode, (body, visitor) => confirmCode(deps, body, visitor))
  openDeskRoute(app, calls.startDeskPasskeyStep, (_, visitor) => startPasskeyStep(deps, visitor))
  openDeskRoute(app, calls.confirmDeskPasskey, (body, visitor) => confirmPasskey(deps, body, visitor))
  openDeskRoute(app, calls.startAtDesk, (body, visitor) => startAtDesk(deps, body, visitor))
  openDeskRoute(app, calls.signOutOfDesk, (_, visitor) => signOut(deps, visitor))
  deskRoute(app, deps, calls.startDeskPasskey, (_, operator, visitor) =>
    startPasskey(deps, operator, visitor),
  )
  deskRoute(app, deps, calls.addDeskPasskey, (body, operator, visitor) =>
    addPasskey(deps, body, operator, visitor),
  )
  deskRoute(app, deps, calls.removeDeskPasskey, (body, operator) => removePasskey(deps, body, operator))
  deskRoute(app, deps, calls.endDeskSession, (body, operator) => endSession(deps, body, operator))
}

async function signOut({ db, clock, http }: DeskDeps, visitor: Visitor) {
  const token = readOperatorToken(visitor, http)
  if (token) await endOperatorSession(db, token, clock.now())
  takeOperatorToken(visitor, http)
  return { data: { redirect_url: deskPages['sign-in'].path } }
}
