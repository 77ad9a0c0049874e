import { changeSource } from './change-source.ts'

/** Takes every decision, however many were taken before. */
changeSource('server/billing/orders/decide-held.ts', ' and decided_at is null and (until', ' and (until')
