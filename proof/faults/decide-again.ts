import { changeSource } from './change-source.ts'

/** Accepts every decision, however many were made before. */
changeSource('server/billing/orders/decide-held.ts', ' and decided_at is null and (until', ' and (until')
