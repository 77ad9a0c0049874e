import type { FastifyInstance, FastifyReply } from 'fastify'
import type {
  changePassword as changePasswordCall,
  changeTimeZone as changeTimeZoneCall,
  SecurityValues,
} from '#contract/features/security.ts'
import * as calls from '#contract/features/security.ts'
import * as linkCalls from '#contract/features/security-links.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { showPerson } from '#server/accounts/show-account.ts'
import { accountPage, accountRoute, shownTo } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { setPassword } from '#server/identity/credentials.ts'
import { wasUsed } from '#server/identity/links.ts'
import { mailPerson } from '#server/identity/mail-person.ts'
import { countPasskeys } from '#server/identity/passkeys.ts'
import { findSecondFactor } from '#server/identity/second-factors.ts'
import {
  by,
  endOtherSessions,
  requireOpenSession,
  type Session,
  setDeviceCookie,
} from '#server/identity/sessions.ts'
import { formPost, messageOf, type PostedForm, showForm } from '#server/platform/http/form-post.ts'
import { page } from '#server/platform/http/pages.ts'
import { route } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { attempt, isRefused, refuse } from '#server/platform/refusal.ts'
import { lockedTransaction, type TransactionDeps, transaction } from '#server/platform/transaction.ts'
import { endOne, endOthers, listDevices, nameOne, removeTrust } from './devices.ts'
import {
  confirmEmail,
  confirmEmailWorks,
  findWaitingEmail,
  requestEmail,
  showBouncedEmail,
  showEmailChange,
  showEmailTest,
  stopChange,
  testEmail,
} from './email.ts'
import { passwordChangedMail } from './mails.ts'
import { findTimes, setTimeZone } from './times.ts'

async function showSecurity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
): Promise<SecurityValues & { email: string }> {
  const now = clock.now()
  const { timeZone, billingTimeZone } = await findTimes(db, session.accountId)
  const { email } = await showPerson({ db }, session)
  const factor = await findSecondFactor(db, session.agentId)
  return {
    email,
    ...(await listDevices(db, session, now)),
    waitingEmail: await findWaitingEmail(db, session.agentId, now),
    factor: factor ? { codesLeft: factor.codesLeft } : null,
    passkeys: await countPasskeys(db, session.agentId),
    timeZone,
    billingTimeZone: await shownTo(session, 'manage-settings', async () => billingTimeZone),
  }
}

/**
 * Stores the new password, ends every other session and known device, and queues the notice, in one
 * transaction. The current password was checked with the step-up of the call.
 */
async function changePassword(
  deps: TransactionDeps & Pick<Deps, 'passwords'>,
  { password }: ParsedBodyOf<typeof changePasswordCall>,
  session: Session,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'setCookie' | 'report'>,
): Promise<AnswerOf<typeof changePasswordCall>> {
  const { passwords, config } = deps
  const passwordHash = await passwords.hash(password)
  if (isRefused(passwordHash)) throw passwordHash

  const { agentId } = session
  // Dated after the lock, so that sessions opened with the old password during the wait are older.
  const changed = await lockedTransaction(
    deps,
    (tx) => requireOpenSession(tx, session),
    async (tx) => {
      const agent = await setPassword(tx, agentId, passwordHash, tx.now, session.id)
      if (!agent) throw refuse('signed-out')
      await endOtherSessions(tx, session, tx.now)
      await mailPerson(tx, { ...agent, id: agentId }, passwordChangedMail)
      await tx.audit({ ...by(session), action: 'password-changed' })
      return { deviceToken: agent.deviceToken, devices: await listDevices(tx, session, tx.now) }
    },
  )
  visitor.report('password.changed')
  setDeviceCookie(visitor, changed.deviceToken, config)
  return { data: { status: 'changed', ...changed.devices } }
}

async function changeTimeZone(
  deps: TransactionDeps,
  { time_zone: timeZone }: ParsedBodyOf<typeof changeTimeZoneCall>,
  session: Session,
): Promise<AnswerOf<typeof changeTimeZoneCall>> {
  await transaction(deps, async (tx) => {
    await setTimeZone(tx, session.accountId, timeZone)
    await tx.audit({ ...by(session), action: 'time-zone-changed', details: { timeZone } })
  })
  return { data: { status: 'changed' } }
}

export function securityRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'security', (session) => showSecurity(deps, session))
  accountRoute(app, deps, calls.endSession, (body, session) => endOne(deps, body, session))
  accountRoute(app, deps, calls.endOtherSessions, (_body, session) => endOthers(deps, session))
  accountRoute(app, deps, calls.nameDevice, (body, session) => nameOne(deps, body, session))
  accountRoute(app, deps, calls.forgetDevice, (body, session) => removeTrust(deps, body, session))
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
    requestEmail(deps, body, session, visitor),
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
  formPost(app, 'new-email', (posted) => answerConfirmationForm(deps, posted))
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
  formPost(app, 'email-works', (posted) => answerTestForm(deps, posted))
  route(app, linkCalls.confirmEmailWorks, (_body, visitor) =>
    confirmEmailWorks(deps, visitor.parts.linkToken ?? '', visitor),
  )
}

/** Handles the same form posted without JavaScript. */
async function answerConfirmationForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const shown = await attempt(showEmailChange(deps, linkToken, posted.visitor))
  const change = isRefused(shown) ? null : shown.change
  const result = await attempt(confirmEmail(deps, linkToken, posted.visitor))
  const isOver = isRefused(result) && result.refused === 'link-invalid'
  const sent = isRefused(result) ? { errors: messageOf(result) } : { isDone: true }
  const values = isOver
    ? { linkToken, change: null, wasUsed: await wasUsed(deps.db, 'email-change', linkToken) }
    : { linkToken, change, wasUsed: false, sent }
  return showForm(deps, posted, 'new-email', values, result)
}

async function answerTestForm(deps: Deps, posted: PostedForm): Promise<FastifyReply> {
  const linkToken = posted.visitor.parts.linkToken ?? ''
  const shown = await attempt(showEmailTest(deps, linkToken, posted.visitor))
  const test = isRefused(shown) ? null : shown.test
  const result = await attempt(confirmEmailWorks(deps, linkToken, posted.visitor))
  const isOver = isRefused(result) && result.refused === 'link-invalid'
  const sent = isRefused(result) ? { errors: messageOf(result) } : { isDone: true }
  const values = isOver
    ? { linkToken, test: null, wasUsed: await wasUsed(deps.db, 'email-works', linkToken) }
    : { linkToken, test, wasUsed: false, sent }
  return showForm(deps, posted, 'email-works', values, result)
}
