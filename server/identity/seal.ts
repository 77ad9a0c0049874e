import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text for one purpose with the first secret. Decryption tries all rotating secrets. */
export function seal(text: string, purpose: string, secrets: readonly string[]): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets[0] ?? '', purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

export function unseal(sealed: string, purpose: string, secrets: readonly string[]): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      return text.toString('utf8')
    } catch {
      // Encrypted with another secret, or forged: try the next secret.
    }
  }
  return undefined
}

/** Identifies a key without revealing it, to find rows that are still encrypted with an older one. */
export function keyIdOf(purpose: string, secrets: readonly string[]): string {
  return createHash('sha256')
    .update(keyOf(secrets[0] ?? '', `${purpose}:id`))
    .digest('hex')
    .slice(0, 12)
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
