import { randomBytes } from 'node:crypto'
import type { Status } from '#contract/accounts/statuses.ts'
import { signInWithPasskey, startPasskeySignIn } from '#contract/features/passkey-sign-in.ts'
import { addPasskey, startPasskey } from '#contract/features/passkeys.ts'
import { userHandleOf } from '#server/identity/passkeys.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from './accounts.ts'
import { type Authenticator, openAuthenticator, type Quirks } from './authenticator.ts'
import { freshEmail, freshIp } from './fresh.ts'
import type { Harness } from './harness.ts'
import { send } from './send.ts'
import { type SignedIn, signedInAs } from './signed-in.ts'

type Options = { options: Record<string, unknown> }
export const optionsIn = (body: Record<string, unknown>) => (body.data as Options).options

export type PasskeyPerson = {
  email: string
  agentId: number
  accountId: number
  pin: string
  person: SignedIn
  authenticator: Authenticator
}

/** The cookies of a signed-in person together with those of an answer, as a browser sends them. */
export function cookieOf(...jars: Record<string, string>[]): string {
  return Object.entries(Object.assign({}, ...jars))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}

/** Creates a passkey through the real calls, in the browser of this person. */
export async function createPasskey(
  harness: Harness,
  person: SignedIn,
  authenticator = openAuthenticator(harness.config.publicUrl),
  {
    quirks = {},
    isAutomatic = false,
    userAgent = '',
  }: { quirks?: Quirks; isAutomatic?: boolean; userAgent?: string } = {},
) {
  const automatic = { is_automatic: isAutomatic }
  const started = await person.send(startPasskey, automatic)
  if (started.status !== 200) return started
  const headers = { cookie: cookieOf(person.cookies, started.cookies), 'user-agent': userAgent }
  const credential = authenticator.create(optionsIn(started.body), quirks)
  return send(harness, addPasskey, { credential, ...automatic }, { address: freshIp(), headers })
}

/** A person of a new account who has one passkey. */
export async function addPasskeyPerson(
  harness: Harness,
  given: { email?: string; status?: Status; company?: string } = {},
): Promise<PasskeyPerson> {
  const email = given.email ?? freshEmail()
  const account = await addAccount(harness.db, { ...given, email, status: 'active' })
  const person = await signedInAs(harness, { email })
  const authenticator = openAuthenticator(harness.config.publicUrl)
  const made = await createPasskey(harness, person, authenticator)
  if (made.status !== 200) throw new Error(`no passkey was made: ${JSON.stringify(made.body)}`)
  return { email, ...account, person, authenticator }
}

/** An unusable passkey, where only its existence matters. Returns its id. */
export async function storePasskey({ db, clock }: Harness, agentId: number): Promise<number> {
  await userHandleOf(db, agentId)
  const { id } = await db.one<{ id: number }>(sql`
    insert into passkeys (agent_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
    values (${agentId}, ${randomBytes(32)}, '', 0, '{}', true, 'Phone', ${clock.now()})
    returning id`)
  return id
}

/** Presses the button of the sign-in page in a browser without cookies, or with these. */
export async function startSignIn(
  harness: Harness,
  given: { cookie?: string; email?: string; pin?: string } = {},
) {
  const { cookie, ...body } = given
  const headers = cookie ? { cookie } : {}
  const started = await send(harness, startPasskeySignIn, body, { address: freshIp(), headers })
  return { ...started, options: started.status === 200 ? optionsIn(started.body) : {} }
}

export async function signInBy(
  harness: Harness,
  authenticator: Authenticator,
  given: { quirks?: Quirks; pin?: string; next?: string; mobile_retry?: string } = {},
) {
  const { quirks, ...body } = given
  const { options, cookies } = await startSignIn(harness)
  const credential = authenticator.get(options, quirks)
  const headers = { cookie: cookieOf(cookies) }
  return send(harness, signInWithPasskey, { credential, ...body }, { address: freshIp(), headers })
}
