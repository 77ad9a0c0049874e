import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { sealedColumn } from '../seal.ts'
import { newTotpSecret, stepOfCode } from '../totp.ts'

/** If its secret was removed from SECRETS, an admin gives the operator a new link. */
export const operatorSeals = sealedColumn('operator-totp-secret', {
  table: 'operators',
  id: 'id',
  column: 'totp_sealed',
  keyId: 'totp_key_id',
})

/** True if the code is correct and was not used before; of two requests with one code only one succeeds. */
export async function spendOperatorCode(
  db: Db,
  operatorId: number,
  code: string,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  const factor = await db.maybe<{ sealed: Buffer }>(sql`
    select totp_sealed as sealed from operators where id = ${operatorId} and totp_sealed is not null`)
  const secret = factor && operatorSeals.open(factor.sealed, secrets)
  const step = secret === undefined ? undefined : stepOfCode(code, secret, now)
  if (!factor || step === undefined) return false
  const spent = await db.run(sql`
    update operators set totp_last_step = ${step}
    where id = ${operatorId} and totp_sealed = ${factor.sealed} and totp_last_step < ${step}`)
  return spent === 1
}

export const OPERATOR_LINK_HOURS = 24

/** A one-time link for an operator to start with. Earlier ones no longer work. Returns its token. */
export async function makeOperatorLink(
  tx: Db,
  operatorId: number,
  secrets: readonly string[],
  now: Date,
): Promise<string> {
  const token = newToken()
  const { sealed } = operatorSeals.seal(newTotpSecret(), secrets)
  await tx.run(sql`
    update operator_links set spent_at = ${now} where operator_id = ${operatorId} and spent_at is null`)
  await tx.run(sql`
    insert into operator_links (token_hash, operator_id, totp_sealed, created_at, expires_at)
    values (${hashToken(token)}, ${operatorId}, ${sealed}, ${now}, ${later(now, DAY)})`)
  return token
}

type OperatorLink = { operatorId: number; email: string; name: string; secret: string }

export async function findOperatorLink(
  db: Db,
  token: string,
  secrets: readonly string[],
  now: Date,
): Promise<OperatorLink | undefined> {
  const link = await db.maybe<Omit<OperatorLink, 'secret'> & { sealed: Buffer }>(sql`
    select l.operator_id as "operatorId", o.email, o.name, l.totp_sealed as sealed
    from operator_links l join operators o on o.id = l.operator_id
    where l.token_hash = ${hashToken(token)} and l.spent_at is null and l.expires_at > ${now}
      and o.disabled_at is null`)
  const secret = link && operatorSeals.open(link.sealed, secrets)
  if (!link || secret === undefined) return undefined
  const { operatorId, email, name } = link
  return { operatorId, email, name, secret }
}

/** True only for the first use. */
export async function spendOperatorLink(tx: Db, token: string, now: Date): Promise<boolean> {
  const spent = await tx.run(sql`
    update operator_links set spent_at = ${now}
    where token_hash = ${hashToken(token)} and spent_at is null and expires_at > ${now}`)
  return spent === 1
}
