import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import type { Passwords } from './passwords.ts'

const CODES = 10
/** Without the letters and digits that look alike: 59 random bits in a code. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LETTERS_PER_CODE = 12
const SHAPE = new RegExp(`^[${ALPHABET}]{${LETTERS_PER_CODE}}$`)

/** The codes themselves are returned once and never stored. */
export type NewRecoveryCodes = { codes: string[]; salt: string; hashes: Buffer[] }

/** Before the transaction that stores them: it takes ten hashes, one after the other. */
export async function makeRecoveryCodes(passwords: Passwords): Promise<NewRecoveryCodes | Refused> {
  const codes = Array.from({ length: CODES }, newCode)
  const salt = passwords.newSalt()
  const hashes: Buffer[] = []
  for (const code of codes) {
    const hash = await passwords.hashWith(salt, lettersOf(code))
    if (isRefused(hash)) return hash
    hashes.push(hash)
  }
  return { codes, salt, hashes }
}

/** A new set replaces the old one. */
export async function storeRecoveryCodes(
  tx: Db,
  agentId: number,
  { salt, hashes }: NewRecoveryCodes,
  now: Date,
): Promise<void> {
  await tx.run(sql`update second_factors set codes_salt = ${salt} where agent_id = ${agentId}`)
  await tx.run(sql`delete from recovery_codes where agent_id = ${agentId}`)
  for (const hash of hashes)
    await tx.run(sql`
      insert into recovery_codes (agent_id, code_hash, created_at) values (${agentId}, ${hash}, ${now})`)
}

/**
 * Before the transaction that spends the code: one hash, whichever of the ten it is. Undefined, without a hash, if it cannot be
 * a code of this person.
 */
export async function hashRecoveryCode(
  { db, passwords }: { db: Db; passwords: Passwords },
  agentId: number,
  typed: string,
): Promise<Buffer | Refused | undefined> {
  const letters = lettersOf(typed)
  if (!SHAPE.test(letters)) return undefined
  const factor = await db.maybe<{ salt: string | null }>(sql`
    select codes_salt as salt from second_factors where agent_id = ${agentId} and confirmed_at is not null`)
  return factor?.salt ? passwords.hashWith(factor.salt, letters) : undefined
}

/** If a code is sent twice at the same time, only one request gets it. */
export async function spendRecoveryCode(db: Db, agentId: number, hash: Buffer, now: Date): Promise<boolean> {
  const spent = await db.run(sql`
    update recovery_codes set used_at = ${now}
    where agent_id = ${agentId} and code_hash = ${hash} and used_at is null`)
  return spent === 1
}

function newCode(): string {
  let letters = ''
  while (letters.length < LETTERS_PER_CODE) {
    for (const byte of randomBytes(LETTERS_PER_CODE)) {
      // The rest of the range would make some letters likelier.
      if (byte < 256 - (256 % ALPHABET.length)) letters += ALPHABET[byte % ALPHABET.length]
    }
  }
  return (letters.slice(0, LETTERS_PER_CODE).match(/.{4}/g) ?? []).join('-')
}

/** People leave out the dashes, or type capitals. */
function lettersOf(code: string): string {
  return code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
