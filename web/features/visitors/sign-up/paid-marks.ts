import { attempt, type DraftStorage, deviceStorage } from './draft-storage.ts'

/** When a sign-up of this device was last found to be paid, and when a purchase was last told to the ad vendor. */
const PAID = 'sign-up-paid'
const TOLD = 'sign-up-told'

/** The other tabs hear of it. */
export function markPaid(storage: DraftStorage, now: number): void {
  attempt(() => storage().setItem(PAID, String(now)))
}

export function markTold(storage: DraftStorage, now: number): void {
  attempt(() => storage().setItem(TOLD, String(now)))
}

export function isToldSince(storage: DraftStorage, moment: number): boolean {
  return Number(attempt(() => storage().getItem(TOLD)) ?? 0) >= moment
}

/** Runs when another tab of this browser has paid, or has paid while this page was put aside. Gives back how to stop. */
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
