import { Secret, TOTP } from 'otpauth'
import { withAsciiDigits } from '#contract/wire/rules.ts'

const STEP_SECONDS = 30
/** One step before and after the current one: clocks of phones drift. */
const DRIFT_STEPS = 1
const SECRET_BYTES = 20

/** The secret that an authenticator app shares with us, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The content of the QR code: authenticator apps show issuer and label. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, issuer, label).toString()
}

/** The step that the code belongs to, or undefined if it is wrong or too old. */
export function stepOfCode(typed: string, secret: string, now: Date): number | undefined {
  const token = totpCodeIn(typed)
  if (token === undefined) return undefined
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token, timestamp, window: DRIFT_STEPS })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
}

/** Spaces are ignored, and digits of every script are digits. Anything but six ASCII digits would make the comparison throw. */
export function totpCodeIn(typed: string): string | undefined {
  const code = withAsciiDigits(typed).replace(/\s/g, '')
  return /^[0-9]{6}$/.test(code) ? code : undefined
}

/** The current code. */
export function codeOf(secret: string, now: Date): string {
  return totpOf(secret).generate({ timestamp: now.getTime() })
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: STEP_SECONDS })
}
