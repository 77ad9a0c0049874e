/**
 * Which account this device used last for an email. Only the account number is kept, and under a fingerprint:
 * whoever looks into the storage reads no address.
 */
export function lastAccountOf(email: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(email)) ?? undefined
  } catch {
    // Storage may be switched off; then nothing is remembered, and nothing else is different.
    return undefined
  }
}

export function rememberAccount(email: string, pin: string): void {
  try {
    localStorage.setItem(keyOf(email), pin)
  } catch {
    // As above.
  }
}

/** The account of that number first, all others as they came. */
export function putFirst<Account extends { pin: string }>(
  accounts: readonly Account[],
  pin: string | undefined,
): Account[] {
  return [
    ...accounts.filter((account) => account.pin === pin),
    ...accounts.filter((account) => account.pin !== pin),
  ]
}

export function keyOf(email: string): string {
  return `last-account:${fingerprintOf(email.trim().toLowerCase())}`
}

/** Two rounds of FNV-1a from different starts: enough to tell the few emails of a device apart, and synchronous. */
function fingerprintOf(text: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((start) => {
      let hash = start
      for (const character of text) {
        hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
        hash ^= hash >>> 15
      }
      return (hash >>> 0).toString(36)
    })
    .join('-')
}
