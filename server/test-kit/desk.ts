import type { FastifyInstance } from 'fastify'
import type { OperatorRole } from '#contract/desk/desk-roles.ts'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import { buildDesk } from '#server/desk/desk-app.ts'
import { operatorSeals } from '#server/identity/operators/operator-factors.ts'
import { beginOperatorSession } from '#server/identity/operators/operator-sessions.ts'
import { insertOperator } from '#server/identity/operators/operators.ts'
import { newTotpSecret } from '#server/identity/totp.ts'
import { sql } from '#server/platform/db/sql.ts'
import { loadPageBundle } from '#server/platform/http/page-bundle.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import type { Harness } from './harness.ts'
import { send } from './send.ts'
import { valuesIn } from './signed-in.ts'

export const OPERATOR_PASSWORD = 'correct horse battery'

export type TestOperator = {
  id: number
  email: string
  name: string
  totpSecret: string
  cookie: string
  get(path: string): Promise<{
    status: number
    html: string
    values: Record<string, unknown>
    headers: Record<string, unknown>
  }>
  send<C extends Call>(
    call: C,
    body: Partial<BodyOf<C>>,
    parts?: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown> }>
}

export type TestDesk = {
  app: FastifyInstance
  /** A signed-in operator of this role, a new person at each call. */
  as(role: OperatorRole): Promise<TestOperator>
  close(): Promise<void>
}

let operators = 0

/** The desk of the harness's product. Configured with DESK_PORT, or by default as in the embedded start. */
export async function openDesk(harness: Harness): Promise<TestDesk> {
  const app = await buildDesk({ ...harness, deskBundle: await loadPageBundle('desk') })
  await app.ready()
  return {
    app,
    as: (role) => addOperator(harness, app, role),
    close: () => app.close(),
  }
}

async function addOperator(
  harness: Harness,
  app: FastifyInstance,
  role: OperatorRole,
): Promise<TestOperator> {
  const { db, clock, config, passwords } = harness
  operators += 1
  const email = `${role}-${process.pid}-${operators}@desk.example.com`
  const name = `${role} ${operators}`
  const totpSecret = newTotpSecret()
  const now = clock.now()
  const id = (await insertOperator(db, { email, name, role }, now)) ?? 0
  const { sealed, keyId } = operatorSeals.seal(totpSecret, config.secrets)
  const hash = String(await passwords.hash(OPERATOR_PASSWORD))
  await db.run(sql`
    update operators set password_hash = ${hash}, totp_sealed = ${sealed}, totp_key_id = ${keyId} where id = ${id}`)
  const at = { network: '203.0.113.7', deviceHash: hashToken(newToken()) }
  const origin = { ip: '203.0.113.0', device: 'Chrome on Linux' }
  const token = await beginOperatorSession(db, id, { ...at, origin }, now)
  const cookie = `desk_session=${token}`
  return {
    id,
    email,
    name,
    totpSecret,
    cookie,
    async get(path) {
      const response = await app.inject({ url: path, headers: { cookie } })
      const isPage = response.body.includes('id="page-props"')
      return {
        status: response.statusCode,
        html: response.body,
        values: isPage ? valuesIn(response.body) : {},
        headers: response.headers,
      }
    },
    send: (call, body, parts = {}) => send({ ...harness, app }, call, body, { headers: { cookie }, parts }),
  }
}
