import { randomBytes } from 'node:crypto'

/** Letters and digits that nobody mistakes for each other on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const GROUPS = 7

/**
 * C-7F3K-9Q2M-1XPA-88TZ-4D0W-E6RN-2HVB: 140 bits, so that knowing it is having been told it. Groups of four can be read
 * out and typed; older ones have four groups, and stay good.
 */
export function newReference(): string {
  return ['C', ...Array.from({ length: GROUPS }, newGroup)].join('-')
}

function newGroup(): string {
  return [...randomBytes(4)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
