import { sql } from '#server/platform/db/sql.ts'
import type { Deps } from '../deps.ts'
import type { Agent } from './agents.ts'

/**
 * Stores a hash with the present parameters in place of an older one, after the password was found to fit. A
 * password that was changed meanwhile stays. What fails here is tried again at the next sign-in.
 */
export async function renewHash(
  { db, passwords }: Pick<Deps, 'db' | 'passwords'>,
  { id, passwordHash }: Pick<Agent, 'id' | 'passwordHash'>,
  password: string,
): Promise<void> {
  if (passwordHash === null) return
  try {
    const renewed = await passwords.renew(password, passwordHash)
    if (!renewed) return
    await db.run(sql`
      update agents set password_hash = ${renewed} where id = ${id} and password_hash = ${passwordHash}`)
  } catch {
    // The old hash still fits.
  }
}
