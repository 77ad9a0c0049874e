import QRCode from 'qrcode'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import type { startSecondFactor as startCall } from '#contract/features/second-factor/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { showPerson } from '#server/accounts/show-account.ts'
import type { Deps } from '#server/deps.ts'
import { beginSecondFactor } from '#server/identity/second-factors.ts'
import type { Session } from '#server/identity/sessions.ts'
import { newTotpSecret, totpUri } from '#server/identity/totp.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** Nothing is on yet: only a code of the app proves that it has the key. */
export async function startSecondFactor(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  session: Session,
): Promise<AnswerOf<typeof startCall> | Refused> {
  const { db, clock, config } = deps
  const secret = newTotpSecret()
  if (!(await beginSecondFactor(db, session.agentId, secret, config.secrets, clock.now())))
    return refuse('invalid-fields', { errors: messages.alreadyOn })
  const { email } = await showPerson(deps, session)
  const label = `${email} (${session.accountNumber})`
  const uri = totpUri(secret, { issuer: config.provider.brandName, label })
  return { data: { key: secret.match(/.{1,4}/g)?.join(' ') ?? secret, qr_code: await drawCode(uri) } }
}

/** An image in a data URL: the content policy allows it, and the key goes to no other server. */
async function drawCode(uri: string): Promise<string> {
  const svg = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
