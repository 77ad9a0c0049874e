import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits. Only the hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(hashToken(one), hashToken(other))
}

/** Signs a cookie value for one purpose. Any of the rotating secrets verifies it. */
export function sign(value: string, purpose: string, secrets: readonly string[]): string {
  return `${value}.${signature(value, purpose, secrets[0] ?? '')}`
}

export function openSigned(
  signed: string | undefined,
  purpose: string,
  secrets: readonly string[],
): string | undefined {
  const cut = signed?.lastIndexOf('.') ?? -1
  if (!signed || cut < 1) return undefined
  const value = signed.slice(0, cut)
  const received = signed.slice(cut + 1)
  return secrets.some((secret) => isSameText(signature(value, purpose, secret), received)) ? value : undefined
}

function signature(value: string, purpose: string, secret: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${value}`).digest('base64url')
}
