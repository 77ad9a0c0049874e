import { randomBytes } from 'node:crypto'

/** Letters and digits that nobody mistakes for each other on the phone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** C-7F3K-9Q2M-1XPA-88TZ: 80 bits, so that knowing it is having been told it. */
export function newReference(): string {
  const signs = [...randomBytes(16)].map((byte) => alphabet[byte % 32])
  return `C-${[0, 4, 8, 12].map((at) => signs.slice(at, at + 4).join('')).join('-')}`
}
