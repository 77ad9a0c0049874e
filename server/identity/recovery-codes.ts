import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'

const CODES = 10
/** 118 random bits: too many to find by trying hashes, so a fast hash is enough. */
const LETTERS_PER_CODE = 24
/** Without the letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A new set replaces the old one. The codes themselves are returned once and never stored. */
export async function replaceRecoveryCodes(tx: Db, agentId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.run(sql`delete from recovery_codes where agent_id = ${agentId}`)
  for (const code of codes)
    await tx.run(sql`
      insert into recovery_codes (agent_id, code_hash, created_at) values (${agentId}, ${hashOf(code)}, ${now})`)
  return codes
}

/** If a code is sent twice at the same time, only one request gets it. */
export async function spendRecoveryCode(db: Db, agentId: number, code: string, now: Date): Promise<boolean> {
  const spent = await db.run(sql`
    update recovery_codes set used_at = ${now}
    where agent_id = ${agentId} and code_hash = ${hashOf(code)} and used_at is null`)
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
  return (letters.slice(0, LETTERS_PER_CODE).match(/.{6}/g) ?? []).join('-')
}

/** People leave out the dashes, or type capitals. */
function hashOf(code: string): Buffer {
  return hashToken(
    code
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ''),
  )
}
