import { CODE_SECONDS } from '#contract/calendar/lifetimes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { later, SECOND } from '#server/ports/clock.ts'

export async function keepCode(
  db: Db,
  given: {
    code: string
    client: { id: string }
    agent: { id: number }
    scope: string
    body: { redirect_uri: string; code_challenge: string; vendor_user_id: string; type: string }
  },
  now: Date,
): Promise<void> {
  const { code, client, agent, scope, body } = given
  await db.run(sql`
    insert into authorization_codes (code_hash, client_id, agent_id, redirect_uri, scope, code_challenge, vendor_user_id,
      type, created_at, expires_at)
    values (${hashToken(code)}, ${client.id}, ${agent.id}, ${body.redirect_uri}, ${scope},
      ${body.code_challenge === '' ? null : body.code_challenge}, ${body.vendor_user_id}, ${body.type}, ${now},
      ${later(now, CODE_SECONDS * SECOND)})`)
}
