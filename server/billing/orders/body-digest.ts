import { createHmac, timingSafeEqual } from 'node:crypto'

/** Recognises an order that comes again without keeping what it says: keyed, so that nothing can be guessed back. */
export function digestOf(order: unknown, [newest = '']: readonly string[]): Buffer {
  return createHmac('sha256', newest).update(JSON.stringify(order)).digest()
}

/** A repeat may come after a rotation: whichever of the secrets made the digest. */
export function isDigestOf(digest: Buffer, order: unknown, secrets: readonly string[]): boolean {
  return secrets.some((secret) => timingSafeEqual(digest, digestOf(order, [secret])))
}
