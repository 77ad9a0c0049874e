import type { OrderKey } from '#web/orders/use-order.ts'
import { attempt, type DraftStorage } from './draft-storage.ts'

const ORDER = 'sign-up-order'

/** A submitted order whose outcome is unknown. It contains nothing about the customer. */
export type OpenOrder = { key: string; total: number; sentAt: number }

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
  const kept = attempt(() => JSON.parse(storage().getItem(ORDER) ?? 'null') as OpenOrder | null)
  const isOrder =
    /^[\w-]{8,64}$/.test(String(kept?.key)) && Number.isFinite(kept?.total) && Number.isFinite(kept?.sentAt)
  return isOrder && kept ? { key: kept.key, total: kept.total, sentAt: kept.sentAt } : undefined
}
