import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { PART, type SealedRows } from '../renew-seals.ts'
import { keyIdOf, seal, unseal } from '../seal.ts'
import { stepOfCode } from '../totp.ts'

const PURPOSE = 'operator-totp-secret'

export function sealOperatorSecret(secret: string, secrets: readonly string[]) {
  return {
    sealed: Buffer.from(seal(secret, PURPOSE, secrets), 'base64url'),
    keyId: keyIdOf(PURPOSE, secrets),
  }
}

export function openOperatorSecret(sealed: Buffer, secrets: readonly string[]): string | undefined {
  return unseal(sealed.toString('base64url'), PURPOSE, secrets)
}

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
  const secret = factor && openOperatorSecret(factor.sealed, secrets)
  const step = secret === undefined ? undefined : stepOfCode(code, secret, now)
  if (!factor || step === undefined) return false
  const spent = await db.run(sql`
    update operators set totp_last_step = ${step}
    where id = ${operatorId} and totp_sealed = ${factor.sealed} and totp_last_step < ${step}`)
  return spent === 1
}

/** After a rotation of the secrets. Under a secret that was removed, an admin gives the operator a new link. */
export const operatorSeals: SealedRows = {
  purpose: PURPOSE,

  async listKeyIds(db) {
    const keys = await db.many<{ id: string }>(sql`
      select distinct totp_key_id as id from operators where totp_key_id is not null`)
    return keys.map(({ id }) => id)
  },

  async renewPart(db, keyId, secrets) {
    const part = await db.many<{ id: number; sealed: Buffer }>(sql`
      select id, totp_sealed as sealed from operators where totp_key_id = ${keyId} limit ${PART}`)
    let renewed = 0
    for (const { id, sealed } of part) {
      const secret = openOperatorSecret(sealed, secrets)
      if (secret === undefined) continue
      const fresh = sealOperatorSecret(secret, secrets)
      renewed += await db.run(sql`
        update operators set totp_sealed = ${fresh.sealed}, totp_key_id = ${fresh.keyId}
        where id = ${id} and totp_sealed = ${sealed}`)
    }
    return renewed
  },
}
