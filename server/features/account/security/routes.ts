import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/features/security.ts'
import * as linkCalls from '#contract/features/security-links.ts'
import { accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { formPost } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import { endOne, endOthers, forgetOne, nameOne } from './devices.ts'
import { askForEmail, confirmEmail, showEmailChange, stopChange } from './email-change.ts'
import { confirmEmailWorks, showBouncedEmail, showEmailTest, testEmail } from './email-works.ts'
import { answerPostedConfirmation, answerPostedTest } from './posted.ts'
import { changePassword, changeTimeZone, showSecurity } from './security.ts'

export function securityRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'security', (session) => showSecurity(deps, session))
  accountRoute(app, deps, calls.endSession, (body, session) => endOne(deps, body, session))
  accountRoute(app, deps, calls.endOtherSessions, (_body, session) => endOthers(deps, session))
  accountRoute(app, deps, calls.nameDevice, (body, session) => nameOne(deps, body, session))
  accountRoute(app, deps, calls.forgetDevice, (body, session) => forgetOne(deps, body, session))
  accountRoute(app, deps, calls.changePassword, (body, session, visitor) =>
    changePassword(deps, body, session, visitor),
  )
  emailRoutes(app, deps)
  accountRoute(app, deps, calls.changeTimeZone, (body, session) => changeTimeZone(deps, body, session))

  linkPages(app, deps)
}

function emailRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'email-bounced', (session) => showBouncedEmail(deps, session))
  accountRoute(app, deps, calls.askForEmail, (body, session, visitor) =>
    askForEmail(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.stopEmailChange, (_body, session) => stopChange(deps, session))
  accountRoute(app, deps, calls.testEmail, (_body, session) => testEmail(deps, session))
}

/** Nobody needs to be signed in: the link is the proof. */
function linkPages(app: FastifyInstance, deps: Deps): void {
  page(
    app,
    deps,
    'new-email',
    async ({ visitor }) => {
      const linkToken = visitor.parts.linkToken ?? ''
      return { linkToken, ...(await showEmailChange(deps, linkToken, visitor)) }
    },
    { isPersonal: true },
  )
  formPost(app, 'new-email', (posted) => answerPostedConfirmation(deps, posted))
  route(app, linkCalls.confirmEmail, (_body, visitor) =>
    confirmEmail(deps, visitor.parts.linkToken ?? '', visitor),
  )

  page(
    app,
    deps,
    'email-works',
    async ({ visitor }) => {
      const linkToken = visitor.parts.linkToken ?? ''
      return { linkToken, ...(await showEmailTest(deps, linkToken, visitor)) }
    },
    { isPersonal: true },
  )
  formPost(app, 'email-works', (posted) => answerPostedTest(deps, posted))
  route(app, linkCalls.confirmEmailWorks, (_body, visitor) =>
    confirmEmailWorks(deps, visitor.parts.linkToken ?? '', visitor),
  )
}
