import { type OperatorRole, operatorRoles } from '#contract/desk/desk-roles.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { operatorSeals } from '../identity/operators/operator-factors.ts'
import { insertOperator } from '../identity/operators/operators.ts'
import type { Passwords } from '../identity/passwords.ts'

/** For every sample account and operator. */
export const PASSWORD = 'password1'
/** Public: anyone who starts the demo can sign in with it, and nobody else can reach the demo. */
export const DEMO_TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

export const sampleOperators: Record<OperatorRole, { email: string; name: string }> = {
  admin: { email: 'operator@example.com', name: 'Olive Operator' },
  money: { email: 'money@example.com', name: 'Mona Reyes' },
  helper: { email: 'helper@example.com', name: 'Hugo Lind' },
  reader: { email: 'reader@example.com', name: 'Rita Cho' },
}

/** One operator of each role, on a fresh embedded start. */
export async function seedSampleOperators(deps: {
  db: Database
  passwords: Passwords
  secrets: readonly string[]
  now: Date
}): Promise<void> {
  const { db, passwords, secrets, now } = deps
  if (await db.maybe(sql`select 1 from operators limit 1`)) return
  const hash = await passwords.hash(PASSWORD)
  if (isRefused(hash)) throw new Error('No password could be hashed for the sample operators')
  const { sealed, keyId } = operatorSeals.seal(DEMO_TOTP_SECRET, secrets)
  await db.transaction(async (tx) => {
    for (const role of operatorRoles) {
      const id = await insertOperator(tx, { ...sampleOperators[role], role }, now)
      await tx.run(sql`
        update operators set password_hash = ${hash}, totp_sealed = ${sealed}, totp_key_id = ${keyId} where id = ${id}`)
    }
  })
}
