type Kept = { key: string; isSent: boolean }

/**
 * The key of the dialog of one account: made when it is opened, the same after a reload, and another one once the outcome
 * is known.
 */
export function openMoneyKey(number: string) {
  const place = `desk-money-${number}`
  let kept = read(place) ?? { key: crypto.randomUUID(), isSent: false }
  const keep = (next: Kept) => {
    kept = next
    write(place, next)
  }
  keep(kept)
  return {
    current: () => kept.key,
    /** Whether a request was sent whose outcome is not known. */
    isSent: () => kept.isSent,
    sent: () => keep({ ...kept, isSent: true }),
    notSent: () => keep({ ...kept, isSent: false }),
    renew: () => keep({ key: crypto.randomUUID(), isSent: false }),
  }
}
export type MoneyKey = ReturnType<typeof openMoneyKey>

/** A browser may forbid the storage: then a reload makes another key, and what has changed is refused by the server. */
function read(place: string): Kept | undefined {
  try {
    const { key, isSent } = JSON.parse(sessionStorage.getItem(place) ?? '{}') as Partial<Kept>
    return typeof key === 'string' ? { key, isSent: isSent === true } : undefined
  } catch {
    return undefined
  }
}

function write(place: string, kept: Kept): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(kept))
  } catch {
    // The key lives as long as the page.
  }
}
