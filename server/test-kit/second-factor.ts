import { Secret, TOTP } from 'otpauth'
import { startSecondFactor, turnOnSecondFactor } from '#contract/features/second-factor.ts'
import { confirmSecondStep } from '#contract/features/second-step.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { SECOND } from '#server/ports/clock.ts'
import { addAccount } from './accounts.ts'
import { freshEmail, freshIp } from './fresh.ts'
import type { Harness } from './harness.ts'
import { send } from './send.ts'
import { type SignedIn, signedInAs } from './signed-in.ts'

export type Protected = {
  email: string
  agentId: number
  accountId: number
  person: SignedIn
  recoveryCodes: string[]
  /** The app's current code, or one some 30-second steps away. */
  code(steps?: number): string
}

/** A person of a new account who has turned two-step verification on through the real calls. */
export async function addProtected(harness: Harness, given: { email?: string } = {}): Promise<Protected> {
  const email = given.email ?? freshEmail()
  const { agentId, accountId } = await addAccount(harness.db, { email })
  const person = await signedInAs(harness, { email })
  return { email, agentId, accountId, person, ...(await turnOnFactor(harness, person)) }
}

/** The same for someone who is signed in. */
export async function turnOnFactor(
  harness: Harness,
  person: SignedIn,
): Promise<Pick<Protected, 'recoveryCodes' | 'code'>> {
  const code = await startFactor(harness, person)
  const on = await person.send(turnOnSecondFactor, { code: code() })
  const { recovery_codes: recoveryCodes } = on.body.data as { recovery_codes: string[] }
  // The code of this step is used up.
  harness.clock.advance(60 * SECOND)
  return { recoveryCodes, code }
}

/** Begins a set-up. Returns the app's key. */
export async function startFactor(harness: Harness, person: SignedIn): Promise<Protected['code']> {
  const started = await person.send(startSecondFactor, {})
  const { key } = started.body.data as { key: string }
  return appWith(harness, key)
}

/** The code of an app with this key. */
export function appWith(harness: Harness, key: string): Protected['code'] {
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  return (steps = 0) => app.generate({ timestamp: harness.clock.now().getTime() + steps * 30 * SECOND })
}

/** A code outside the steps that would be accepted. */
export function wrongCode(code: Protected['code']): string {
  const right = [-1, 0, 1].map(code)
  return ['000000', '111111', '222222', '333333'].find((wrong) => !right.includes(wrong)) ?? ''
}

/** Enters the right password in a browser with these cookies. */
export async function typePassword(
  harness: Harness,
  email: string,
  given: { cookie?: string; password?: string; next?: string } = {},
) {
  const { cookie, password = 'password1', ...rest } = given
  const headers = cookie ? { cookie } : {}
  const body = { email, password, ...rest }
  return send(harness, signIn, body, { address: freshIp(), headers })
}

export function typeCode(
  harness: Harness,
  secondStep: string | undefined,
  code: string,
  more: { trust_device?: string } = {},
) {
  const headers = { cookie: `second-step=${secondStep ?? ''}` }
  return send(harness, confirmSecondStep, { code, ...more }, { address: freshIp(), headers })
}
