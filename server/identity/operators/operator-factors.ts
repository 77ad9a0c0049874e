import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
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

/** After a rotation of the secrets: encrypts again under the newest one. */
export async function renewOperatorSeals(db: Db, secrets: readonly string[]): Promise<void> {
  const keyId = keyIdOf(PURPOSE, secrets)
  // An index answers "smaller or larger", but not "different".
  const old = await db.many<{ id: number; sealed: Buffer }>(sql`
    select id, totp_sealed as sealed from operators where totp_key_id < ${keyId} or totp_key_id > ${keyId}`)
  for (const { id, sealed } of old) {
    const secret = openOperatorSecret(sealed, secrets)
    // Encrypted under a secret that was removed: an admin gives the operator a new link.
    if (secret === undefined) continue
    const fresh = sealOperatorSecret(secret, secrets)
    await db.run(sql`
      update operators set totp_sealed = ${fresh.sealed}, totp_key_id = ${fresh.keyId}
      where id = ${id} and totp_sealed = ${sealed}`)
  }
}
