import type { FastifyInstance } from 'fastify'
import { takeMailNotice } from '#contract/features/mail-bounces.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { signedRoute } from '#server/platform/http/signed-route.ts'
import { kindOfFailure } from '#server/platform/mail/bounce-kinds.ts'
import { type NoticeOutcome, takeProviderNotice, takeReturned } from '#server/platform/mail/take-returned.ts'

type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

/** Always accepted if signed: refused, it would only be resent. */
async function takeNotice(
  deps: NoticeDeps,
  body: Record<string, unknown> | undefined,
): Promise<AnswerOf<typeof takeMailNotice>> {
  const parsed = takeMailNotice.body.safeParse(body)
  const taken = parsed.success ? await note(deps, parsed.data) : 'senseless'
  if (taken === 'senseless' || taken === 'unknown mail')
    deps.log.warn({ taken }, 'a signed notice of the mail provider did nothing')
  return { data: { status: 'taken' } }
}

async function note(
  deps: NoticeDeps,
  { type, data }: ParsedBodyOf<typeof takeMailNotice>,
): Promise<NoticeOutcome | 'senseless'> {
  const now = deps.clock.now()
  const { message_id: messageId, status, reason } = data
  switch (type) {
    case 'mail.bounced': {
      const kind = kindOfFailure({ status, words: reason })
      return takeProviderNotice(deps, messageId, { kind, reason: `${status} ${reason}`.trim() }, now)
    }
    case 'mail.complained':
      return takeProviderNotice(deps, messageId, { kind: 'complaint', reason: 'Called spam' }, now)
    case 'mail.returned':
      return takeReturned(deps, data.message, now)
    default:
      return 'no bounce'
  }
}

/** A bounced message includes the original mail. */
const BODY_AT_MOST_BYTES = 512 * 1024

export function mailBouncesRoutes(app: FastifyInstance, deps: Deps): void {
  const signed = {
    secrets: deps.config.mail.webhookSecrets,
    clock: deps.clock,
    bodyAtMostBytes: BODY_AT_MOST_BYTES,
  }
  signedRoute(app, takeMailNotice, signed, (body) => takeNotice(deps, body))
}
