import { attempt, type Shelf } from './shelf.ts'

const ORDER = 'sign-up-order'

/**
 * An order that was sent and whose outcome is not known yet. It outlives a reload of the tab, so that the same key is
 * sent again. Nothing in it says who buys.
 */
export type OpenOrder = { key: string; total: number; sentAt: number }

export function keepOpenOrder(shelf: Shelf, order: OpenOrder): void {
  attempt(() => shelf().setItem(ORDER, JSON.stringify(order)))
}

/** Storage is open to everything on this device: what does not look like an order is none. */
export function readOpenOrder(shelf: Shelf): OpenOrder | undefined {
  const kept = attempt(() => JSON.parse(shelf().getItem(ORDER) ?? 'null') as OpenOrder | null)
  const isOrder =
    /^[\w-]{8,64}$/.test(String(kept?.key)) && Number.isFinite(kept?.total) && Number.isFinite(kept?.sentAt)
  return isOrder && kept ? { key: kept.key, total: kept.total, sentAt: kept.sentAt } : undefined
}

export function dropOpenOrder(shelf: Shelf): void {
  attempt(() => shelf().removeItem(ORDER))
}
