import { randomBytes } from 'node:crypto'

/** Letters and digits that are not confused with each other over the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const GROUPS = 7

/**
 * C-7F3K-9Q2M-1XPA-88TZ-4D0W-E6RN-2HVB: 140 bits, so it cannot be guessed. Groups of four are easy to read
 * out and type.
 */
export function newReference(): string {
  return ['C', ...Array.from({ length: GROUPS }, newGroup)].join('-')
}

function newGroup(): string {
  return [...randomBytes(4)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
