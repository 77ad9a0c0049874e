import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Query } from '#contract/wire/query.ts'
import { newToken } from '#server/platform/secret-tokens.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import type { Remembered } from './partner-cookie.ts'

const CLIENT = { client_id: 'demo-partner', client_secret: 'demo-partner-secret' }

/**
 * A partner written as an independent program: it knows our URLs and its secret, and nothing else about us.
 */
export function openPartner(app: FastifyInstance, publicUrl: string) {
  const redirectUri = `${publicUrl}/demo/partner/callback`

  return {
    /** Where to send the browser, and what to remember until it returns. */
    begin(screen: 'authorize' | 'zapier_authorize'): { address: string; known: Remembered } {
      const asking = { state: newToken(), verifier: newToken() }
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: CLIENT.client_id,
        redirect_uri: redirectUri,
        scope: 'profile leads',
        state: asking.state,
        type: 'demo',
        vendor_user_id: 'visitor',
        code_challenge: createHash('sha256').update(asking.verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      const steps = [{ asked: `GET /oauth/${screen}/`, answered: 'the person signs in' }]
      return {
        address: `${publicUrl}/oauth/${screen}/?${query}`,
        known: { asking, steps, problem: '' },
      }
    },

    /** Handles the browser's return: a code for our state, from the server we asked. */
    async finish({ asking, ...known }: Remembered, query: Query, now: Date): Promise<Remembered> {
      if (!asking || query.state !== asking.state)
        return {
          ...known,
          problem: 'This response does not match a request from this site. Please start again.',
        }
      if (query.iss !== publicUrl) return { ...known, problem: 'This response came from another server.' }
      if (!query.code) return { ...known, problem: `Access was not granted (${query.error ?? 'no code'}).` }
      return exchange(
        known,
        {
          grant_type: 'authorization_code',
          code: query.code,
          redirect_uri: redirectUri,
          code_verifier: asking.verifier,
        },
        now,
      )
    },

    refresh(known: Remembered, now: Date): Promise<Remembered> {
      return exchange(known, { grant_type: 'refresh_token', refresh_token: known.tokens?.refresh ?? '' }, now)
    },

    askWho,

    async disconnect(known: Remembered): Promise<Remembered> {
      const { step } = await post('/oauth/revoke', { token: known.tokens?.refresh ?? '' })
      return { steps: [...known.steps, step], problem: '' }
    },
  }

  async function exchange(known: Remembered, body: Record<string, string>, now: Date): Promise<Remembered> {
    const { step, answer, status } = await post('/oauth/token', body)
    const steps = [...known.steps, step]
    if (status !== 200)
      return { steps, problem: `No tokens: ${answer.error_description ?? answer.error ?? status}` }
    const tokens = {
      access: String(answer.access_token),
      refresh: String(answer.refresh_token),
      scope: String(answer.scope),
      endsAt: later(now, Number(answer.expires_in) * SECOND).toISOString(),
    }
    return askWho({ tokens, steps, problem: '' })
  }

  async function askWho(known: Remembered): Promise<Remembered> {
    const headers = { authorization: `Bearer ${known.tokens?.access ?? ''}` }
    const response = await app.inject({ url: '/api/me', headers })
    const steps = [...known.steps, { asked: 'GET /api/me', answered: String(response.statusCode) }]
    if (response.statusCode === 200) return { ...known, steps, me: response.json(), problem: '' }
    return {
      ...known,
      steps,
      me: undefined,
      problem: 'The access token has expired. Refresh it, or connect again.',
    }
  }

  async function post(url: string, body: Record<string, string>) {
    const response = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...CLIENT, ...body }).toString(),
    })
    const what = body.grant_type ? ` (${body.grant_type})` : ''
    return {
      status: response.statusCode,
      answer: response.json() as Record<string, unknown>,
      step: { asked: `POST ${url}${what}`, answered: String(response.statusCode) },
    }
  }
}
