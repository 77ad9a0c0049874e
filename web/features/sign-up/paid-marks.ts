import { attempt, type Shelf } from './shelf.ts'

/** When a sign-up of this device was last found to be paid, and when a purchase was last told to the ad vendor. */
const PAID = 'sign-up-paid'
const TOLD = 'sign-up-told'

/** The other tabs hear of it. */
export function markPaid(shelf: Shelf, now: number): void {
  attempt(() => shelf().setItem(PAID, String(now)))
}

export function markTold(shelf: Shelf, now: number): void {
  attempt(() => shelf().setItem(TOLD, String(now)))
}

export function isToldSince(shelf: Shelf, moment: number): boolean {
  return Number(attempt(() => shelf().getItem(TOLD)) ?? 0) >= moment
}

/** Runs when another tab of this browser has paid. Gives back how to stop listening. */
export function whenPaidElsewhere(run: () => void): () => void {
  function hear({ key, newValue }: StorageEvent) {
    if (key === PAID && newValue !== null) run()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}
