import type { FastifyInstance } from 'fastify'
import * as messages from '#contract/features/outgoing-mail.ts'
import {
  checkOutgoingMail,
  type MailSecurity,
  type MailSettings,
  type OutgoingMailCheck,
  readOutgoingMail,
  removeOutgoingMail,
  saveOutgoingMail,
} from '#contract/features/outgoing-mail.ts'
import { pages } from '#contract/pages.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { mailOwner, type Owner } from '#server/accounts/accounts.ts'
import { accountPage, accountRoute, shownTo } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { mailSeals } from '#server/identity/seal.ts'
import { by, type Session } from '#server/identity/sessions.ts'
import { sql } from '#server/platform/db/sql.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { help } from '#server/platform/mail/questions.ts'
import type { MailSite, PersonalMail } from '#server/platform/mail/queue-mail.ts'
import { refuse } from '#server/platform/refusal.ts'
import { newToken } from '#server/platform/secret-tokens.ts'
import { type TransactionDeps, type Tx, transaction } from '#server/platform/transaction.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { checkMailServer } from './jobs.ts'
import { beginCheck, dropSettings, findSettings, type StoredSettings, storeSettings } from './queries.ts'

type Answer = { data: OutgoingMailCheck }

/**
 * Each save or repeat connects to a server that the user chose: enough for normal use, too few for a port
 * scan.
 */
const byAccount: Limit = { name: 'outgoing-mail:account', tries: 20, windowMinutes: 60 }

async function save(
  deps: TransactionDeps,
  session: Session,
  body: ParsedBodyOf<typeof saveOutgoingMail>,
): Promise<Answer> {
  const { db, clock, config } = deps
  const now = clock.now()
  const stored = await findSettings(db, session.accountId)
  const password = passwordFor(body, stored, config.secrets)
  await countTry(db, byAccount, String(session.accountId), now)
  await transaction(deps, async (tx) => {
    const { host, username } = body
    await storeSettings(
      tx,
      session.accountId,
      {
        host,
        username,
        port: Number(body.port),
        security: body.security as MailSecurity,
        fromAddress: body.from_address,
        passwordSealed: password.sealed,
        keyId: password.keyId,
      },
      tx.now,
    )
    await sendCheck(tx, session, { isRepeat: false })
    const details = { host, port: body.port, security: body.security }
    await tx.audit({ ...by(session), action: 'outgoing-mail-saved', details })
    const isOther =
      stored?.host !== host || stored.username !== username || stored.fromAddress !== body.from_address
    if (isOther)
      await mailOwner(tx, session.accountId, outgoingMailChangedMail, { host, from: body.from_address })
  })
  return answer(deps, session)
}

/**
 * Checks the same settings again, after the user has fixed something on the mail server. What has been
 * verified meanwhile, as by the link in another tab, stays verified.
 */
async function checkAgain(deps: TransactionDeps, session: Session): Promise<Answer> {
  const { db, clock } = deps
  const now = clock.now()
  await countTry(db, byAccount, String(session.accountId), now)
  const isSent = await transaction(deps, (tx) => sendCheck(tx, session, { isRepeat: true }))
  if (!isSent && !(await findSettings(db, session.accountId)))
    throw refuse('not-found', { errors: messages.noOutgoingMail })
  return answer(deps, session)
}

async function removeServer(deps: TransactionDeps, session: Session): Promise<Answer> {
  await transaction(deps, async (tx) => {
    if (!(await dropSettings(tx, session.accountId))) return
    await tx.audit({ ...by(session), action: 'outgoing-mail-removed' })
    await mailOwner(tx, session.accountId, outgoingMailChangedMail, null)
  })
  return answer(deps, session)
}

/** Through our own server: the check itself goes through the one that was entered, which may be a stranger's. */
export function outgoingMailChangedMail(
  owner: Owner,
  { publicUrl, provider }: MailSite,
  server: { host: string; from: string } | null,
): PersonalMail {
  const says = server
    ? `The emails from the dialer of ${accountInMail(owner)} will go through ${server.host}, as ${server.from}, once that server is verified.`
    : `The emails from the dialer of ${accountInMail(owner)} no longer go through a mail server of your own.`
  return {
    purpose: 'outgoing-mail-changed',
    subject: 'Your mail server was changed',
    paragraphs: [says, 'If you did not expect this, change the mail server in your account, or call us.'],
    buttons: [{ label: 'See the mail server', url: `${publicUrl}${pages['outgoing-mail']}` }],
    closing: help({ provider }),
    offersNotMe: true,
  }
}

async function answer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
): Promise<{ data: OutgoingMailCheck }> {
  return { data: checkOf(await findSettings(db, session.accountId), clock.now()) }
}

/**
 * Sent to the user, not to the sender address: clicking the link proves who read it, and its delivery proves
 * that the server works.
 */
async function sendCheck(
  tx: Tx,
  { accountId, agentId }: Session,
  { isRepeat }: { isRepeat: boolean },
): Promise<boolean> {
  const key = newToken()
  const { email } = await tx.one<{ email: string }>(sql`select email from agents where id = ${agentId}`)
  const isBegun = await beginCheck(tx, accountId, { key, recipient: email, isRepeat }, tx.now)
  if (isBegun) await tx.jobs.send(tx, checkMailServer, { accountId, agentId, checkKey: key })
  return isBegun
}

type Password = { sealed: Buffer | null; keyId: string }

/** A stored password is reused only for the same server and user name, so it cannot be sent to another server. */
function passwordFor(
  { host, username, password }: { host: string; username: string; password: string },
  stored: StoredSettings | undefined,
  secrets: readonly string[],
): Password {
  const { sealed, keyId } = mailSeals.seal(password, secrets)
  if (username === '') return { sealed: null, keyId }
  if (password !== '') return { sealed, keyId }
  const isSame = stored?.host === host && stored.username === username
  if (stored?.passwordSealed && isSame) return { sealed: stored.passwordSealed, keyId: stored.keyId ?? '' }
  const text = stored?.passwordSealed ? messages.passwordAgain : ruleMessages.required
  throw refuse('invalid-fields', { errors: { password: [text] } })
}

/** A check without a result for this long is considered lost. */
const GIVES_UP_AFTER_MS = 5 * MINUTE

/** The state of the verification, as shown to the user. */
function checkOf(settings: StoredSettings | undefined, now: Date): OutgoingMailCheck {
  if (!settings) return { state: 'none', words: messages.smtpNone }
  const { host, verifiedAt, lastError, sentAt, checkedAt, checkRecipient } = settings
  if (verifiedAt) return { state: 'verified', words: messages.smtpVerified(host) }
  if (lastError) return { state: 'failed', words: lastError }
  if (sentAt) return { state: 'sent', words: messages.smtpSent(checkRecipient ?? '') }
  if (!checkedAt || now.getTime() - checkedAt.getTime() > GIVES_UP_AFTER_MS)
    return { state: 'failed', words: messages.smtpGaveUp }
  return { state: 'sending', words: messages.smtpSending(host) }
}

/** The password itself is never returned, only whether there is one. */
function shownSettings(settings: StoredSettings | undefined): MailSettings | null {
  if (!settings) return null
  const { host, port, security, username, fromAddress, passwordSealed } = settings
  return { host, port, security, username, fromAddress, hasPassword: passwordSealed !== null }
}

export function outgoingMailRoutes(app: FastifyInstance, deps: Deps): void {
  accountRoute(app, deps, saveOutgoingMail, (body, session) => save(deps, session, body))
  accountRoute(app, deps, checkOutgoingMail, (_body, session) => checkAgain(deps, session))
  accountRoute(app, deps, removeOutgoingMail, (_body, session) => removeServer(deps, session))
  accountRoute(app, deps, readOutgoingMail, (_body, session) => answer(deps, session))
  accountPage(app, deps, 'outgoing-mail', async (session) => {
    const settings = await findSettings(deps.db, session.accountId)
    return {
      server: settings
        ? { host: settings.host, port: settings.port, fromAddress: settings.fromAddress }
        : null,
      settings: await shownTo(session, 'manage-settings', async () => shownSettings(settings)),
      check: checkOf(settings, deps.clock.now()),
    }
  })
}
