import type { AnswerOf, ParsedBodyOf } from '#contract/calls/call.ts'
import type { confirmEmailVideo as confirmEmailVideoCall } from '#contract/calls/email-video.ts'
import * as messages from '#contract/messages.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/visitor.ts'
import { sealGrant } from '../../identity/email-video-grants.ts'
import { countTries, fromPlace, giveBackTries, type Limit } from '../../limits.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { postLinkedNotice } from './mails.ts'
import { countCodeTry, findLinkable, giveCodeBack, keepLink, takeCode } from './queries.ts'

type ConfirmDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs' | 'emailVideo'>

/** Codes are the partner's: whoever makes some up gets no more tries for it. */
const byPlace: Limit = { name: 'email-video:place', tries: 20, windowMinutes: 15 }

/** An account number and the partner's code make a link: five tries per code, and it works once. */
export async function confirmEmailVideo(
  deps: ConfirmDeps,
  { pin, code }: ParsedBodyOf<typeof confirmEmailVideoCall>,
  visitor: Pick<Visitor, 'address'>,
): Promise<AnswerOf<typeof confirmEmailVideoCall> | Refused> {
  const { db, clock, config, emailVideo } = deps
  const now = clock.now()
  if (!emailVideo || code === '') return refuse('invalid-fields', { errors: messages.partnerPageInvalid })
  const counted = fromPlace(byPlace, visitor.address)
  const throttled = await countTries(db, counted, now)
  if (throttled) return throttled
  if (!(await countCodeTry(db, code, now)))
    return refuse('invalid-fields', { errors: messages.partnerCodeSpent })
  const account = await findLinkable(db, pin)
  if (!account) return refuse('invalid-fields', { errors: { pin: [messages.pinDoesNotFit] } })

  // Taken before the partner is asked: of two that confirm at once, one asks.
  if (!(await takeCode(db, code, account.id, now)))
    return refuse('invalid-fields', { errors: messages.partnerCodeSpent })
  const outcome = await emailVideo.exchange(code)
  if (outcome.kind === 'away') {
    await giveCodeBack(db, code)
    return refuse('unavailable', { errors: messages.partnerAway, retryAfterSeconds: 60 })
  }
  if (outcome.kind === 'refused') return refuse('invalid-fields', { errors: messages.partnerRefusedCode })

  const sealed = sealGrant(outcome.grant, config.secrets)
  await db.transaction(async (tx) => {
    await keepLink(tx, account.id, sealed, now)
    await postLinkedNotice(tx, { ...deps, now }, account)
  })
  await giveBackTries(db, counted)
  return { redirect_uri: config.emailVideo.returnUrl }
}
