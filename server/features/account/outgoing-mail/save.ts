import type { OutgoingMailCheck, saveOutgoingMail } from '#contract/features/outgoing-mail/calls.ts'
import type { MailSecurity } from '#contract/features/outgoing-mail/fields.ts'
import * as outgoingMailMessages from '#contract/features/outgoing-mail/messages.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import type { Deps } from '#server/deps.ts'
import { sealMailPassword } from '#server/identity/mail-passwords.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { countTry, type Limit } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { newToken } from '#server/platform/secret-tokens.ts'
import { checkOf } from './check.ts'
import { checkMailServer } from './jobs.ts'
import { beginCheck, dropSettings, findSettings, type KeptSettings, keepSettings } from './queries.ts'

type SaveDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config'>
type Answer = { data: OutgoingMailCheck }

/**
 * Each save or repeat connects to a server that the user chose: enough for normal use, too few for a port
 * scan.
 */
const byAccount: Limit = { name: 'outgoing-mail:account', tries: 20, windowMinutes: 60 }

export async function save(
  deps: SaveDeps,
  session: Session,
  body: ParsedBodyOf<typeof saveOutgoingMail>,
): Promise<Answer | Refused> {
  const { db, clock, config } = deps
  const now = clock.now()
  const known = await findSettings(db, session.accountId)
  const password = passwordFor(body, known, config.secrets)
  if ('refused' in password) return password
  await countTry(db, byAccount, String(session.accountId), now)
  await db.transaction(async (tx) => {
    const { host, username } = body
    await keepSettings(
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
      now,
    )
    await sendCheck(tx, deps, session, now)
    const details = { host, port: body.port, security: body.security }
    await recordAudit(tx, { ...auditEntryOf(session), action: 'outgoing-mail-saved', details }, now)
  })
  return answer(deps, session)
}

/** Checks the same settings again, after the user has fixed something on the mail server. */
export async function checkAgain(deps: SaveDeps, session: Session): Promise<Answer | Refused> {
  const { db, clock } = deps
  const now = clock.now()
  await countTry(db, byAccount, String(session.accountId), now)
  const isSent = await db.transaction((tx) => sendCheck(tx, deps, session, now))
  return isSent ? answer(deps, session) : refuse('not-found', { errors: outgoingMailMessages.noOutgoingMail })
}

export async function forget(deps: SaveDeps, session: Session): Promise<Answer> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    if (await dropSettings(tx, session.accountId))
      await recordAudit(tx, { ...auditEntryOf(session), action: 'outgoing-mail-removed' }, now)
  })
  return answer(deps, session)
}

export async function answer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
): Promise<{ data: OutgoingMailCheck }> {
  return { data: checkOf(await findSettings(db, session.accountId), clock.now()) }
}

function auditEntryOf({ agentId, accountId, origin }: Session) {
  return { actor: { agentId }, accountId, origin }
}

/**
 * Sent to the user, not to the sender address: clicking the link proves who read it, and its delivery proves
 * that the server works.
 */
async function sendCheck(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  { accountId, agentId }: Session,
  now: Date,
): Promise<boolean> {
  const key = newToken()
  const { email } = await tx.one<{ email: string }>(sql`select email from agents where id = ${agentId}`)
  const isBegun = await beginCheck(tx, accountId, { key, recipient: email }, now)
  if (isBegun) await jobs.send(tx, checkMailServer, { accountId, agentId, checkKey: key })
  return isBegun
}

type Password = { sealed: Buffer | null; keyId: string }

/**
 * A stored password is reused only for the same server and user name, so it cannot be sent to another server.
 */
function passwordFor(
  { host, username, password }: { host: string; username: string; password: string },
  known: KeptSettings | undefined,
  secrets: readonly string[],
): Password | Refused {
  const { sealed, keyId } = sealMailPassword(password, secrets)
  if (username === '') return { sealed: null, keyId }
  if (password !== '') return { sealed, keyId }
  const isSame = known?.host === host && known.username === username
  if (known?.passwordSealed && isSame) return { sealed: known.passwordSealed, keyId: known.keyId ?? '' }
  const text = known?.passwordSealed ? outgoingMailMessages.passwordAgain : ruleMessages.required
  return refuse('invalid-fields', { errors: { password: [text] } })
}
