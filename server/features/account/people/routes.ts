import type { FastifyInstance } from 'fastify'
import { handOverUnanswered } from '#contract/accounts/people-messages.ts'
import * as calls from '#contract/features/people.ts'
import { join as joinCall } from '#contract/features/people-links.ts'
import { accountPage, accountRoute, sessionOf } from '#server/accounts/signed-in.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { wasUsed } from '#server/identity/links.ts'
import { formPost, messageOf, showForm } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { attempt, isRefused, refuse } from '#server/platform/refusal.ts'
import { assignDialer, takeDialer } from './dialers.ts'
import { answerHandOver, handOver, showHandOver } from './hand-over.ts'
import {
  answerJoinForm,
  invite,
  join,
  resendInvitation,
  showInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { changeRole, listPeople, removePerson } from './people.ts'

export function peopleRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'people', async (session) => {
    const now = deps.clock.now()
    const { hold } = await showMoney(deps.db, session.accountId, now)
    return { ...(await listPeople(deps.db, session, now)), isPlanOnHold: hold !== null }
  })
  accountRoute(app, deps, calls.invitePerson, (body, session) => invite(deps, body, session))
  accountRoute(app, deps, calls.resendInvitation, (body, session) => resendInvitation(deps, body, session))
  accountRoute(app, deps, calls.withdrawInvitation, (body, session) =>
    withdrawInvitation(deps, body, session),
  )
  accountRoute(app, deps, calls.removePerson, (body, session, visitor) =>
    removePerson(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.changeRole, (body, session) => changeRole(deps, body, session))
  accountRoute(app, deps, calls.assignDialer, (body, session) => assignDialer(deps, body, session))
  accountRoute(app, deps, calls.takeDialer, (body, session) => takeDialer(deps, body, session))
  accountRoute(app, deps, calls.handOver, (body, session, visitor) => handOver(deps, body, session, visitor))

  page(
    app,
    deps,
    'invitation',
    async ({ visitor }) => {
      const linkToken = visitor.parts.linkToken ?? ''
      const invitation = await showInvitation(deps, linkToken, visitor)
      return { linkToken, invitation, wasUsed: await wasUsed(deps.db, 'invitation', linkToken) }
    },
    { isPersonal: true },
  )
  page(
    app,
    deps,
    'hand-over',
    async ({ visitor }) => showHandOver(deps, await answering(deps, visitor), visitor),
    { isPersonal: true },
  )
  formPost(app, 'hand-over', async (posted) => {
    const { raw, visitor } = posted
    const who = await answering(deps, visitor)
    const answer = raw.answer === 'agree' || raw.answer === 'refuse' ? raw.answer : undefined
    const result = answer
      ? await attempt(answerHandOver(deps, who, answer, visitor))
      : refuse('invalid-fields', { errors: handOverUnanswered })
    const state = isRefused(result) ? { kind: 'later' as const, text: String(messageOf(result)) } : result
    return showForm(deps, posted, 'hand-over', { linkToken: who.linkToken, state }, result)
  })
  formPost(app, 'invitation', (posted) => answerJoinForm(deps, posted))
  route(app, joinCall, (body, visitor) => join(deps, visitor.parts.linkToken ?? '', body, visitor))
}

/** The link, and who is signed in in this browser. */
async function answering(deps: Deps, visitor: Visitor) {
  return { linkToken: visitor.parts.linkToken ?? '', session: await sessionOf(deps, visitor) }
}
