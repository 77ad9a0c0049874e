import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { seal, unseal } from './seal.ts'

const PURPOSE = 'email-video grant'

/** Encrypts the email-video partner's grant for storage. */
export function sealGrant(grant: Record<string, unknown>, secrets: readonly string[]): string {
  return seal(JSON.stringify(grant), PURPOSE, secrets)
}

export function openGrant(sealed: string, secrets: readonly string[]): Record<string, unknown> | undefined {
  const text = unseal(sealed, PURPOSE, secrets)
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>)
}

/** Read in parts: their number grows with the accounts. */
const PART = 500

/** After a rotation of the secrets: re-encrypts grants under the newest one. */
export async function renewGrantSeals(db: Db, secrets: readonly string[]): Promise<number> {
  let renewed = 0
  let part: { accountId: number; sealed: string }[] = []
  do {
    part = await db.many<{ accountId: number; sealed: string }>(sql`
      select account_id as "accountId", sealed_grant as sealed from email_video_links
      where account_id > ${part.at(-1)?.accountId ?? 0} order by account_id limit ${PART}`)
    for (const { accountId, sealed } of part) {
      const grant = openGrant(sealed, secrets.slice(0, 1)) ? undefined : openGrant(sealed, secrets)
      // Encrypted under a secret that was removed: the account has to be linked again.
      if (!grant) continue
      renewed += await db.run(sql`
        update email_video_links set sealed_grant = ${sealGrant(grant, secrets)}
        where account_id = ${accountId} and sealed_grant = ${sealed}`)
    }
  } while (part.length === PART)
  return renewed
}
