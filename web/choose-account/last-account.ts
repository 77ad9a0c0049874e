/**
 * The account last used on this device for an email. Only the account number is stored, under a hash, so that
 * storage does not reveal the email.
 */
export function lastAccountOf(email: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(email)) ?? undefined
  } catch {
    // Storage may be disabled; then nothing is remembered.
    return undefined
  }
}

export function rememberAccount(email: string, pin: string): void {
  try {
    localStorage.setItem(keyOf(email), pin)
  } catch {
    // Storage may be disabled, as above.
  }
}

/** Moves the account with this number to the front; the rest keep their order. */
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

/**
 * Two rounds of FNV-1a with different seeds: enough to distinguish the few emails of a device, and
 * synchronous.
 */
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
