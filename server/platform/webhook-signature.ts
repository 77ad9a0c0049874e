import { createHmac } from 'node:crypto'
import { MINUTE } from '#server/ports/clock.ts'
import { isSameText } from './secret-tokens.ts'

/** Standard Webhooks 1.0: HMAC-SHA256 over id, time and body. */
export type SignedHeaders = { id: string; timestamp: string; signature: string }

/** A call older or newer than this is refused, so that a recorded one cannot be replayed for long. */
const TOLERANCE_MS = 5 * MINUTE
const SIGNATURES_AT_MOST = 10

/** During a rotation there are two signatures, and either is accepted. */
export function signWebhook(
  { id, body, now }: { id: string; body: string; now: Date },
  secrets: readonly string[],
): SignedHeaders {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${mac({ id, timestamp, body }, secret)}`)
  return { id, timestamp, signature: signatures.join(' ') }
}

/** True if one of the signatures was made with one of the secrets: either side can rotate its secret. */
export function isSignedBy(
  { id, timestamp, signature }: SignedHeaders,
  body: string,
  secrets: readonly string[],
  now: Date,
): boolean {
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS) return false
  const received = signature
    .split(' ', SIGNATURES_AT_MOST)
    .flatMap((one) => (one.startsWith('v1,') ? one.slice(3) : []))
  return secrets.some((secret) => {
    const right = mac({ id, timestamp, body }, secret)
    return received.some((one) => isSameText(one, right))
  })
}

function mac(
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
  secret: string,
): string {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
}

/** Secrets are written `whsec_` and base64; any other text is used as it is. */
function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
}
