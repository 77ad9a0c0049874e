import { attempt, type DraftStorage, deviceStorage } from './draft-storage.ts'

/**
 * When a sign-up on this device was last known to be paid, and when a purchase was last reported to the ad
 * vendor.
 */
const PAID = 'sign-up-paid'
const TOLD = 'sign-up-told'

/** Other tabs get a storage event. */
export function markPaid(storage: DraftStorage, now: number): void {
  attempt(() => storage().setItem(PAID, String(now)))
}

export function markTold(storage: DraftStorage, now: number): void {
  attempt(() => storage().setItem(TOLD, String(now)))
}

export function isToldSince(storage: DraftStorage, moment: number): boolean {
  return Number(attempt(() => storage().getItem(TOLD)) ?? 0) >= moment
}

/**
 * Runs when another tab of this browser has paid, even while this page was in the back-forward cache. Returns
 * an unsubscribe function.
 */
export function whenPaidElsewhere(run: () => void): () => void {
  function hear({ key, newValue }: StorageEvent) {
    if (key === PAID && newValue !== null) run()
  }
  const before = paidAt()
  function comeBack({ persisted }: PageTransitionEvent) {
    if (persisted && paidAt() !== before) run()
  }
  addEventListener('storage', hear)
  addEventListener('pageshow', comeBack)
  return () => {
    removeEventListener('storage', hear)
    removeEventListener('pageshow', comeBack)
  }
}

function paidAt(): string | null | undefined {
  return attempt(() => deviceStorage().getItem(PAID))
}
