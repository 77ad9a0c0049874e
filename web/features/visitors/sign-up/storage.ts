import { DRAFT_KEY } from '#contract/wire/storage-keys.ts'
import type { OrderKey } from '#web/orders/use-order.ts'

/** A function, because where storage is blocked even accessing it throws. */
export type DraftStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Shared by all tabs and kept after they close. */
export function deviceStorage(): Storage {
  return localStorage
}

/** Kept in this tab across reloads. */
export function tabStorage(): Storage {
  return sessionStorage
}

/** A browser may deny storage entirely: then nothing is stored, and everything else works. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Today's data of the new wizard: see draft.ts. */
export function dropDraft(storage: DraftStorage): void {
  attempt(() => storage().removeItem(DRAFT_KEY))
}

/**
 * When a sign-up on this device was last known to be paid, and when a purchase was last reported to the ad
 * vendor.
 */
const PAID = 'sign-up-paid'
const REPORTED = 'sign-up-told'

/** Other tabs get a storage event. */
export function markPaid(storage: DraftStorage, now: number): void {
  attempt(() => storage().setItem(PAID, String(now)))
}

export function markReported(storage: DraftStorage, now: number): void {
  attempt(() => storage().setItem(REPORTED, String(now)))
}

export function isReportedSince(storage: DraftStorage, moment: number): boolean {
  return Number(attempt(() => storage().getItem(REPORTED)) ?? 0) >= moment
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

const ORDER = 'sign-up-order'

/** A submitted order whose outcome is unknown. It contains nothing about the customer. */
type OpenOrder = { key: string; total: number; sentAt: number }

/** This tab's open order. It survives a reload, so that the same key is sent again. */
export function newOpenOrder(storage: DraftStorage) {
  let open: OpenOrder | undefined

  function read(): OpenOrder | undefined {
    open ??= readOpenOrder(storage)
    return open
  }

  function end() {
    open = undefined
    attempt(() => storage().removeItem(ORDER))
  }

  /** The key of the open order, or a new one for this total. */
  function keyFor(total: number): OrderKey {
    return {
      current: () => read()?.key,
      begin() {
        open = { key: crypto.randomUUID(), total, sentAt: Date.now() }
        attempt(() => storage().setItem(ORDER, JSON.stringify(open)))
        return open.key
      },
      end,
    }
  }

  return { read, end, keyFor }
}

/** Anything on this device can write to storage, so an invalid order is ignored. */
function readOpenOrder(storage: DraftStorage): OpenOrder | undefined {
  const stored = attempt(() => JSON.parse(storage().getItem(ORDER) ?? 'null') as OpenOrder | null)
  const isOrder =
    /^[\w-]{8,64}$/.test(String(stored?.key)) &&
    Number.isFinite(stored?.total) &&
    Number.isFinite(stored?.sentAt)
  return isOrder && stored ? { key: stored.key, total: stored.total, sentAt: stored.sentAt } : undefined
}
