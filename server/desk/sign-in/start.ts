import { deskPages } from '#contract/desk/desk-pages.ts'
import type { StartValues } from '#contract/desk/sign-in.ts'
import * as messages from '#contract/desk/sign-in.ts'
import { linkLimit } from '#server/identity/links.ts'
import {
  findOperatorLink,
  operatorSeals,
  spendOperatorLink,
} from '#server/identity/operators/operator-factors.ts'
import {
  beginOperatorSession,
  endSessionsOfOperator,
  forgetWhereOperatorSignedIn,
  handOperatorDevice,
  handOperatorToken,
  OPERATOR_SESSION_MS,
  signedInAt,
} from '#server/identity/operators/operator-sessions.ts'
import { showAppKey } from '#server/identity/second-factor-codes.ts'
import { stepOfCode } from '#server/identity/totp.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, countTry, type Limit, limitByIp } from '#server/platform/limits.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { newToken } from '#server/platform/secret-tokens.ts'
import type { DeskDeps } from '../desk-deps.ts'

type StartDeps = Pick<DeskDeps, 'db' | 'clock' | 'config' | 'http' | 'passwords'>
const byIp = linkLimit('desk-start')
/** Of a link that exists: whoever makes tokens up adds no rows. */
const byLink: Limit = { name: 'desk-start:link', tries: 20, windowMinutes: 15 }
const linkOver = refuse('not-found', { errors: messages.linkOver })

/** Opening the link does not use it up. */
export async function showStart({ db, clock, config }: StartDeps, linkToken: string): Promise<StartValues> {
  const link = await findOperatorLink(db, linkToken, config.secrets, clock.now())
  if (!link) return { kind: 'over' }
  const { email, name, secret } = link
  const app = await showAppKey(secret, { issuer: `${config.provider.brandName} desk`, label: email })
  return { kind: 'open', email, name, key: app.key, qrCode: app.qr_code }
}

/** Chooses the password and puts the authenticator app in force; both were shown, so a session begins. */
export async function startAtDesk(
  { db, clock, config, http, passwords }: StartDeps,
  { password, code }: { password: string; code: string },
  visitor: Visitor,
): Promise<{ data: { redirect_url: string } } | Refused> {
  const now = clock.now()
  const linkToken = visitor.parts.linkToken ?? ''
  await countTries(db, limitByIp(byIp, visitor.ip), now)
  const link = await findOperatorLink(db, linkToken, config.secrets, now)
  if (!link) return linkOver
  await countTry(db, byLink, linkToken, now)
  const step = stepOfCode(code, link.secret, now)
  if (step === undefined) return refuse('invalid-fields', { errors: { code: [messages.wrongCode] } })
  const hash = await passwords.hash(password)
  if (isRefused(hash)) return hash
  const { sealed, keyId } = operatorSeals.seal(link.secret, config.secrets)
  // A new one: someone else may hold the former.
  const deviceToken = newToken()
  const at = signedInAt(visitor, deviceToken)
  const token = await db.transaction(async (tx) => {
    if (!(await spendOperatorLink(tx, linkToken, now))) return undefined
    await tx.run(sql`
      update operators set password_hash = ${hash}, totp_sealed = ${sealed}, totp_key_id = ${keyId}, totp_last_step = ${step}
      where id = ${link.operatorId}`)
    await endSessionsOfOperator(tx, link.operatorId, now)
    await forgetWhereOperatorSignedIn(tx, link.operatorId)
    await recordAudit(
      tx,
      { actor: `operator:${link.email}`, action: 'operator-began', origin: at.origin },
      now,
    )
    return beginOperatorSession(tx, link.operatorId, at, now)
  })
  if (token === undefined) return linkOver
  handOperatorToken(visitor, token, OPERATOR_SESSION_MS, http)
  handOperatorDevice(visitor, deviceToken, http)
  return { data: { redirect_url: deskPages.today.path } }
}
