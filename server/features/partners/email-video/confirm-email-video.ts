import * as signInMessages from '#contract/accounts/sign-in-messages.ts'
import type { confirmEmailVideo as confirmEmailVideoCall } from '#contract/features/email-video/calls.ts'
import * as partnerMessages from '#contract/partners/messages.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { sealGrant } from '#server/identity/email-video-grants.ts'
import { originOf } from '#server/identity/origin.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { countTries, giveBackTries, type Limit, limitByIp } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { postLinkedNotice } from './mails.ts'
import { countCodeTry, findLinkable, giveCodeBack, keepLink, takeCode } from './queries.ts'

type ConfirmDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs' | 'emailVideo'>

/** The partner issues the codes; made-up ones count against the same limit. */
const byIp: Limit = { name: 'email-video:place', tries: 20, windowMinutes: 15 }

/**
 * Links the account with this number to the partner by its code. A code allows five tries and works once. Whoever knows the
 * number can do this without signing in, so that a link that is there stays until someone who is signed in ends it.
 */
export async function confirmEmailVideo(
  deps: ConfirmDeps,
  { pin, code }: ParsedBodyOf<typeof confirmEmailVideoCall>,
  visitor: Pick<Visitor, 'ip' | 'userAgent'>,
): Promise<AnswerOf<typeof confirmEmailVideoCall> | Refused> {
  const { db, clock, config, emailVideo } = deps
  const now = clock.now()
  if (!emailVideo || code === '')
    return refuse('invalid-fields', { errors: signInMessages.partnerPageInvalid })
  const counted = limitByIp(byIp, visitor.ip)
  await countTries(db, counted, now)
  if (!(await countCodeTry(db, code, now)))
    return refuse('invalid-fields', { errors: partnerMessages.partnerCodeSpent })
  const account = await findLinkable(db, pin)
  if (!account) return refuse('invalid-fields', { errors: { pin: [partnerMessages.pinDoesNotFit] } })
  const { name } = config.emailVideo
  const connectedAlready = refuse('invalid-fields', {
    errors: partnerMessages.connectedAlready(name),
  })
  if (account.isLinked) return connectedAlready

  // Claimed before the partner is called, so that of two concurrent requests only one calls it.
  if (!(await takeCode(db, code, account.id, now)))
    return refuse('invalid-fields', { errors: partnerMessages.partnerCodeSpent })
  const outcome = await emailVideo.exchange(code)
  if (outcome.kind === 'away') {
    await giveCodeBack(db, code)
    return refuse('unavailable', { errors: partnerMessages.partnerAway, retryAfterSeconds: 60 })
  }
  if (outcome.kind === 'refused')
    return refuse('invalid-fields', { errors: partnerMessages.partnerRefusedCode })

  const sealed = sealGrant(outcome.grant, config.secrets)
  const isKept = await db.transaction(async (tx) => {
    if (!(await keepLink(tx, account.id, sealed, now))) return false
    const entry = { actor: 'account-number', accountId: account.id, origin: originOf(visitor) }
    await recordAudit(tx, { ...entry, action: 'app-connected', details: { app: name } }, now)
    await postLinkedNotice(tx, { ...deps, now }, account)
    return true
  })
  if (!isKept) return connectedAlready
  await giveBackTries(db, counted)
  return { redirect_uri: config.emailVideo.returnUrl }
}
