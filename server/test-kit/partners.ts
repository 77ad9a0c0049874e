import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { authorize } from '#contract/features/authorize.ts'
import { giveTokens } from '#contract/features/tokens.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import { addPartner, type NewPartner } from '#server/features/partners/registry/partners.ts'
import { addAccount } from './accounts.ts'
import { freshEmail, freshIp } from './fresh.ts'
import type { Harness } from './harness.ts'
import { send } from './send.ts'

export const CALLBACK = 'https://partner.example/callback?from=us'
let partners = 0

export type Partner = { client_id: string; client_secret: string; redirect_uri: string }

/** A new partner for each test. */
export async function addTestPartner(
  { db, clock }: Pick<Harness, 'db' | 'clock'>,
  given: Partial<NewPartner> = {},
): Promise<Partner> {
  partners += 1
  const redirectUris = given.redirectUris ?? [CALLBACK]
  const added = await addPartner(
    db,
    { name: `Partner ${partners}`, scope: 'profile leads', defaultScope: 'profile', ...given, redirectUris },
    clock.now(),
  )
  return { client_id: added.id, client_secret: added.secret ?? '', redirect_uri: redirectUris[0] ?? '' }
}

export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

type AuthorizeFields = Partial<BodyOf<typeof authorize>>

/** The authorization screen's request when a person of a new account signs in. */
export async function requestAuthorization(
  harness: Harness,
  partner: Partner,
  request: AuthorizeFields = {},
) {
  const email = request.email ?? freshEmail()
  if (!request.email) await addAccount(harness.db, { email })
  const { client_id, redirect_uri } = partner
  const body = { password: 'password1', client_id, redirect_uri, ...request, email }
  const answer = await send(harness, authorize, body, { address: freshIp() })
  return { ...answer, email }
}

/** The code issued after a person has approved. */
export async function letIn(
  harness: Harness,
  partner: Partner,
  request: AuthorizeFields = {},
): Promise<string> {
  const { body } = await requestAuthorization(harness, partner, request)
  const code = new URL(String(body.redirect_uri)).searchParams.get('code')
  if (!code) throw new Error(`No code: ${JSON.stringify(body)}`)
  return code
}

export function exchange(
  harness: Harness,
  partner: Partner,
  code: string,
  more: Record<string, string> = {},
) {
  const { client_id, client_secret } = partner
  return send(harness, giveTokens, {
    grant_type: 'authorization_code',
    code,
    client_id,
    client_secret,
    ...more,
  })
}

export async function connect(harness: Harness, partner: Partner, request: AuthorizeFields = {}) {
  const { body } = await exchange(harness, partner, await letIn(harness, partner, request))
  return body as { access_token: string; refresh_token: string; scope: string; expires_in: number }
}

/** The body of a refusal in OAuth's format. */
export const refusedAs = (error: string, status = 400) => ({
  status,
  body: { error, error_description: expect.stringMatching(/^[A-Z]/) },
})

export function refresh(
  harness: Harness,
  partner: Partner,
  refreshToken: unknown,
  more: Record<string, string> = {},
) {
  const { client_id, client_secret } = partner
  const shown = { refresh_token: String(refreshToken), client_id, client_secret }
  return send(harness, giveTokens, { grant_type: 'refresh_token', ...shown, ...more })
}

export async function whoIs(harness: Harness, token: unknown) {
  const response = await harness.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })
  return {
    status: response.statusCode,
    body: response.json(),
    challenge: response.headers['www-authenticate'],
  }
}
