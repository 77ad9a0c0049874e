import { sql } from '#server/platform/db/sql.ts'
import { PART, type SealedRows } from './renew-seals.ts'
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

/** After a rotation of the secrets. Under a secret that was removed, the owner is asked to enter the password again. */
export const mailSeals: SealedRows = {
  purpose: PURPOSE,

  async listKeyIds(db) {
    const keys = await db.many<{ id: string }>(sql`
      with recursive keys as (
        select min(key_id) as id from smtp_settings where key_id > '' and password_sealed is not null
        union all
        select (select min(s.key_id) from smtp_settings s where s.key_id > k.id and s.password_sealed is not null)
        from keys k where k.id is not null
      )
      select id from keys where id is not null`)
    return keys.map(({ id }) => id)
  },

  async renewPart(db, keyId, secrets) {
    const part = await db.many<{ accountId: number; sealed: Buffer }>(sql`
      select account_id as "accountId", password_sealed as sealed from smtp_settings
      where key_id = ${keyId} and password_sealed is not null limit ${PART}`)
    let renewed = 0
    for (const { accountId, sealed } of part) {
      const password = unseal(sealed.toString('base64url'), PURPOSE, secrets)
      if (password === undefined) continue
      const fresh = sealMailPassword(password, secrets)
      renewed += await db.run(sql`
        update smtp_settings set password_sealed = ${fresh.sealed}, key_id = ${fresh.keyId}
        where account_id = ${accountId} and password_sealed = ${sealed}`)
    }
    return renewed
  },
}
