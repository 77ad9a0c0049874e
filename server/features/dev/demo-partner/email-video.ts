import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { isSameText, newToken, openSigned, sign } from '#server/platform/secret-tokens.ts'

const CODE = 'demo email-video code'

/** A sample email-video partner on loopback: issues codes and exchanges its own codes for tokens. */
export function emailVideoPartner(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
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
