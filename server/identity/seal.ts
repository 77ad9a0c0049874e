import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text for one purpose with the first secret. Decryption tries all rotating secrets. */
export function seal(text: string, purpose: string, secrets: readonly string[]): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets[0] ?? '', purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

export function unseal(sealed: string, purpose: string, secrets: readonly string[]): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      return text.toString('utf8')
    } catch {
      // Encrypted with another secret, or forged: try the next secret.
    }
  }
  return undefined
}

/** Identifies a key without revealing it, to find rows that are still encrypted with an older one. */
export function keyIdOf(purpose: string, secrets: readonly string[]): string {
  return createHash('sha256')
    .update(keyOf(secrets[0] ?? '', `${purpose}:id`))
    .digest('hex')
    .slice(0, 12)
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

/** Rows with texts encrypted for one purpose, each with the id of its key. */
export type SealedRows = {
  purpose: string
  /** The ids of all keys in use. */
  listKeyIds(db: Db): Promise<string[]>
  /** Re-encrypts some rows of this key with the first secret. Returns how many: 0 if none is left. */
  renewPart(db: Db, keyId: string, secrets: readonly string[]): Promise<number>
}

export type Renewed = {
  renewed: number
  /** False if there is more than fits into one pass. */
  isFinished: boolean
  /** Something is encrypted with a removed secret. */
  hasUnreadable: boolean
}

/** Small enough that other database users wait only for milliseconds. */
export const PART = 200
/**
 * In one pass; the next one continues. Otherwise two instances with differently ordered lists would
 * re-encrypt each other's rows endlessly.
 */
const PARTS_AT_MOST = 50

/** After a rotation of the secrets: re-encrypts with the first one, in batches. */
export async function renewSeals(db: Db, rows: SealedRows, rotating: readonly string[]): Promise<Renewed> {
  // The order of the list may change meanwhile.
  const secrets = [...rotating]
  const [inUse, ...older] = secrets.map((secret) => keyIdOf(rows.purpose, [secret]))
  const stored = await rows.listKeyIds(db)
  let renewed = 0
  let parts = 0
  for (const keyId of stored.filter((id) => older.includes(id))) {
    while (parts < PARTS_AT_MOST) {
      const part = await rows.renewPart(db, keyId, secrets)
      if (part === 0) break
      renewed += part
      parts += 1
    }
  }
  const hasUnreadable = stored.some((id) => id !== inUse && !older.includes(id))
  return { renewed, isFinished: parts < PARTS_AT_MOST, hasUnreadable }
}

type Column = { table: string; id: string; column: string; keyId: string }

/** A column of encrypted texts. If it is not null, the row has the id of its key. */
export function sealedColumn(purpose: string, { table, id, column, keyId }: Column) {
  const sealText = (text: string, secrets: readonly string[]) => ({
    sealed: Buffer.from(seal(text, purpose, secrets), 'base64url'),
    keyId: keyIdOf(purpose, secrets),
  })
  const open = (sealed: Buffer, secrets: readonly string[]) =>
    unseal(sealed.toString('base64url'), purpose, secrets)
  // One index look-up per key, however many rows it has.
  const listKeyIds = `
    with recursive keys as (
      select min(${keyId}) as id from ${table} where ${column} is not null
      union all
      select (select min(t.${keyId}) from ${table} t where t.${keyId} > k.id and t.${column} is not null)
      from keys k where k.id is not null
    )
    select id from keys where id is not null`
  const listPart = `
    select ${id} as id, ${column} as sealed from ${table} where ${keyId} = $1 and ${column} is not null limit ${PART}`
  const renew = `update ${table} set ${column} = $1, ${keyId} = $2 where ${id} = $3 and ${column} = $4`
  return {
    purpose,
    seal: sealText,
    open,

    async listKeyIds(db) {
      const keys = await db.many<{ id: string }>({ text: listKeyIds, values: [] })
      return keys.map(({ id }) => id)
    },

    async renewPart(db, keyId, secrets) {
      const part = await db.many<{ id: number; sealed: Buffer }>({ text: listPart, values: [keyId] })
      let renewed = 0
      for (const { id, sealed } of part) {
        const text = open(sealed, secrets)
        if (text === undefined) continue
        const fresh = sealText(text, secrets)
        renewed += await db.run({ text: renew, values: [fresh.sealed, fresh.keyId, id, sealed] })
      }
      return renewed
    },
  } satisfies SealedRows & Record<string, unknown>
}

/** For accounts' mail servers. If the secret was removed, the owner has to enter the password again. */
export const mailSeals = sealedColumn('smtp-password', {
  table: 'smtp_settings',
  id: 'account_id',
  column: 'password_sealed',
  keyId: 'key_id',
})

export function openMailPassword(sealed: Buffer, secrets: readonly string[]): string {
  const password = mailSeals.open(sealed, secrets)
  if (password === undefined) throw new Error('No secret of this service opens the password of a mail server')
  return password
}

const GRANT = 'email-video grant'

/** Encrypts the email-video partner's grant for storage. */
export function sealGrant(grant: Record<string, unknown>, secrets: readonly string[]): string {
  return seal(JSON.stringify(grant), GRANT, secrets)
}

export function openGrant(sealed: string, secrets: readonly string[]): Record<string, unknown> | undefined {
  const text = unseal(sealed, GRANT, secrets)
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>)
}

/**
 * After a rotation of the secrets: re-encrypts grants with the first one. Their rows do not name the key, so
 * all are read, in batches. If the secret was removed, the account has to be linked again.
 */
export async function renewGrantSeals(db: Db, rotating: readonly string[]): Promise<Renewed> {
  const secrets = [...rotating]
  let renewed = 0
  let hasUnreadable = false
  let part: { accountId: number; sealed: string }[] = []
  do {
    part = await db.many<{ accountId: number; sealed: string }>(sql`
      select account_id as "accountId", sealed_grant as sealed from email_video_links
      where account_id > ${part.at(-1)?.accountId ?? 0} order by account_id limit ${PART}`)
    for (const { accountId, sealed } of part) {
      if (openGrant(sealed, secrets.slice(0, 1))) continue
      const grant = openGrant(sealed, secrets)
      if (grant)
        renewed += await db.run(sql`
          update email_video_links set sealed_grant = ${sealGrant(grant, secrets)}
          where account_id = ${accountId} and sealed_grant = ${sealed}`)
      else hasUnreadable = true
    }
  } while (part.length === PART)
  return { renewed, isFinished: true, hasUnreadable }
}
