import type { MailSecurity } from '#contract/features/outgoing-mail.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type StoredSettings = {
  host: string
  port: number
  security: MailSecurity
  username: string
  passwordSealed: Buffer | null
  keyId: string | null
  fromAddress: string
  verifiedAt: Date | null
  lastError: string | null
  checkKey: string | null
  checkRecipient: string | null
  checkedAt: Date | null
  sentAt: Date | null
}

export function findSettings(db: Db, accountId: number): Promise<StoredSettings | undefined> {
  return db.maybe<StoredSettings>(sql`
    select host, port, security, username, password_sealed as "passwordSealed", key_id as "keyId",
      from_address as "fromAddress",
      verified_at as "verifiedAt", last_error as "lastError", check_key as "checkKey",
      check_recipient as "checkRecipient", checked_at as "checkedAt", sent_at as "sentAt"
    from smtp_settings where account_id = ${accountId}`)
}

export async function storeSettings(
  tx: Db,
  accountId: number,
  settings: Pick<
    StoredSettings,
    'host' | 'port' | 'security' | 'username' | 'passwordSealed' | 'fromAddress'
  > & {
    keyId: string
  },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into smtp_settings (account_id, host, port, security, username, password_sealed, key_id, from_address, changed_at)
    values (${accountId}, ${settings.host}, ${settings.port}, ${settings.security}, ${settings.username},
      ${settings.passwordSealed}, ${settings.keyId}, ${settings.fromAddress}, ${now})
    on conflict (account_id) do update set host = excluded.host, port = excluded.port, security = excluded.security,
      username = excluded.username, password_sealed = excluded.password_sealed, key_id = excluded.key_id,
      from_address = excluded.from_address, changed_at = excluded.changed_at`)
}

/**
 * Starts a check; links of earlier checks no longer work. False if there are no settings, or if they are the
 * same and verified.
 */
export async function beginCheck(
  tx: Db,
  accountId: number,
  check: { key: string; recipient: string; isRepeat: boolean },
  now: Date,
): Promise<boolean> {
  const begun = await tx.run(sql`
    update smtp_settings set check_key = ${check.key}, check_recipient = ${check.recipient}, checked_at = ${now},
      sent_at = null, verified_at = null, last_error = null
    where account_id = ${accountId} and (verified_at is null or not ${check.isRepeat}::boolean)`)
  return begun === 1
}

export async function noteSent(db: Db, accountId: number, checkKey: string, now: Date): Promise<void> {
  await db.run(sql`
    update smtp_settings set sent_at = ${now} where account_id = ${accountId} and check_key = ${checkKey}`)
}

export async function noteFailure(db: Db, accountId: number, checkKey: string, text: string): Promise<void> {
  await db.run(sql`
    update smtp_settings set last_error = ${text} where account_id = ${accountId} and check_key = ${checkKey}`)
}

export async function dropSettings(tx: Db, accountId: number): Promise<boolean> {
  return (await tx.run(sql`delete from smtp_settings where account_id = ${accountId}`)) === 1
}
