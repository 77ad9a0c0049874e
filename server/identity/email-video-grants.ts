import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { PART, type Renewed } from './renew-seals.ts'
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

/**
 * After a rotation of the secrets: encrypts grants again with the first one. Their rows do not name the key, so all are
 * read, in parts. Under a secret that was removed, the account has to be linked again.
 */
export async function renewGrantSeals(db: Db, given: readonly string[]): Promise<Renewed> {
  const secrets = [...given]
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
