import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/pages.ts'
import type { Query } from '#contract/wire/query.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { seal, unseal } from '#server/identity/seal.ts'
import { page, queryOf } from '#server/platform/http/pages.ts'
import { cookieName, cookieOf, type Visitor, visitorOf } from '#server/platform/http/visitor.ts'
import { isSameText, newToken, openSigned, sign } from '#server/platform/secret-tokens.ts'
import { DAY, later, SECOND } from '#server/ports/clock.ts'

const CLIENT = { client_id: 'demo-partner', client_secret: 'demo-partner-secret' }

/** A partner written as an independent program: it knows our URLs and its secret, and nothing else about us. */
function openPartner(app: FastifyInstance, publicUrl: string) {
  const redirectUri = `${publicUrl}/demo/partner/callback`

  return {
    /** Where to send the browser, and what to remember until it returns. */
    begin(screen: 'authorize' | 'zapier_authorize'): { url: string; known: Remembered } {
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
        url: `${publicUrl}/oauth/${screen}/?${query}`,
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

/** A sample partner for the embedded mode, so that the whole flow can be tried in a browser. */
export function demoPartnerRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, clock } = deps
  const partner = openPartner(app, config.publicUrl)
  const isPage = { config: { isPage: true } }

  page(
    app,
    deps,
    'demo-partner',
    async ({ visitor }) => {
      const { tokens, me = null, steps, problem } = recall(visitor, config)
      return {
        connection: tokens ? { scope: tokens.scope, endsAt: tokens.endsAt, me } : null,
        steps: steps.map((step, index) => ({ ...step, number: index + 1 })),
        problem,
      }
    },
    { isPersonal: true },
  )

  for (const screen of ['authorize', 'zapier_authorize'] as const) {
    app.post(`/demo/partner/connect/${screen}`, isPage, async (request, reply) => {
      const { url, known } = partner.begin(screen)
      remember(visitorOf(request, reply), config, known)
      return reply.redirect(url, 303)
    })
  }

  app.get('/demo/partner/callback', isPage, async (request, reply) => {
    const visitor = visitorOf(request, reply)
    remember(visitor, config, await partner.finish(recall(visitor, config), queryOf(request), clock.now()))
    return reply.redirect(pages['demo-partner'], 302)
  })

  const actions: Record<string, (known: Remembered) => Promise<Remembered>> = {
    me: (known) => partner.askWho(known),
    refresh: (known) => partner.refresh(known, clock.now()),
    disconnect: (known) => partner.disconnect(known),
  }
  for (const [name, act] of Object.entries(actions)) {
    app.post(`/demo/partner/${name}`, isPage, async (request, reply) => {
      const visitor = visitorOf(request, reply)
      remember(visitor, config, await act(recall(visitor, config)))
      return reply.redirect(pages['demo-partner'], 303)
    })
  }

  emailVideoPartner(app, deps)
}

const CODE = 'demo email-video code'

/** A sample email-video partner on loopback: issues codes and exchanges its own codes for tokens. */
function emailVideoPartner(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const { clientId, clientSecret } = config.emailVideo

  app.post('/demo/email-video/begin', async (_request, reply) => {
    const code = sign(newToken(), CODE, config.secrets)
    return reply.redirect(`${pages['email-video']}?code=${encodeURIComponent(code)}`, 303)
  })

  app.post('/demo/email-video/token', async (request, reply) => {
    const { code, client_id, client_secret } = textsIn(request.body)
    if (client_id !== clientId || !isSameText(client_secret ?? '', clientSecret))
      return reply.code(401).send({ error: 'invalid_client' })
    if (openSigned(code, CODE, config.secrets) === undefined)
      return reply.code(400).send({ error: 'invalid_grant' })
    return { access_token: newToken(), refresh_token: newToken(), token_type: 'Bearer', expires_in: 3600 }
  })
}

/** Only the text fields of the body. */
function textsIn(body: unknown): Partial<Record<string, string>> {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'))
}

export type Step = { asked: string; answered: string }

/** Everything the sample partner remembers about its visitor. A real partner keeps this in its own database. */
export type Remembered = {
  asking?: { state: string; verifier: string } | undefined
  tokens?: { access: string; refresh: string; scope: string; endsAt: string } | undefined
  me?: Record<string, string> | undefined
  steps: Step[]
  problem: string
}

const NAME = 'demo-partner'
const STEPS_KEPT = 6

function recall(visitor: Visitor, config: Config): Remembered {
  const stored = unseal(visitor.cookies[cookieName(NAME, config)] ?? '', NAME, config.secrets)
  return stored === undefined ? { steps: [], problem: '' } : (JSON.parse(stored) as Remembered)
}

function remember(visitor: Visitor, config: Config, known: Remembered): void {
  const stored = { ...known, steps: known.steps.slice(-STEPS_KEPT) }
  visitor.setCookie(cookieOf(NAME, seal(JSON.stringify(stored), NAME, config.secrets), DAY, config))
}
