/**
 * Whether a day like 2026-12-01 exists: JavaScript reads February 30 as March 2, and PostgreSQL has no year
 * 0.
 */
export function isRealDay(day: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(day)) return false
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}
