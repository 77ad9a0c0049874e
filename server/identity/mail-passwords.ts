import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { keyIdOf, seal, unseal } from './seal.ts'

const PURPOSE = 'smtp-password'

/** Encrypts the password of an account's mail server for storage. */
export function sealMailPassword(password: string, secrets: readonly string[]) {
  return {
    sealed: Buffer.from(seal(password, PURPOSE, secrets), 'base64url'),
    keyId: keyIdOf(PURPOSE, secrets),
  }
}

export function openMailPassword(sealed: Buffer, secrets: readonly string[]): string {
  const password = unseal(sealed.toString('base64url'), PURPOSE, secrets)
  if (password === undefined) throw new Error('No secret of this service opens the password of a mail server')
  return password
}

/** After a rotation of the secrets: re-encrypts passwords under the newest one. */
export async function renewMailSeals(db: Db, secrets: readonly string[]): Promise<number> {
  const keyId = keyIdOf(PURPOSE, secrets)
  // An index answers "smaller or larger", but not "different".
  const old = await db.many<{ accountId: number; sealed: Buffer }>(sql`
    select account_id as "accountId", password_sealed as sealed from smtp_settings
    where password_sealed is not null and (key_id is null or key_id < ${keyId} or key_id > ${keyId})`)
  let renewed = 0
  for (const { accountId, sealed } of old) {
    const password = unseal(sealed.toString('base64url'), PURPOSE, secrets)
    // Encrypted under a secret that was removed: the owner will be asked to enter it again.
    if (password === undefined) continue
    const fresh = sealMailPassword(password, secrets)
    renewed += await db.run(sql`
      update smtp_settings set password_sealed = ${fresh.sealed}, key_id = ${fresh.keyId}
      where account_id = ${accountId} and password_sealed = ${sealed}`)
  }
  return renewed
}
