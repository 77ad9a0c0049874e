export const SUPPORT_FROM_UTC_HOUR = 13
export const SUPPORT_TO_UTC_HOUR = 20
/**
 * Hours change on full hours of UTC, weekdays at local midnight, which in every time zone is on a quarter
 * hour.
 */
export const SUPPORT_CHANGES_EVERY_MS = 15 * 60 * 1000

/** The weekday is the visitor's, the hour is UTC, exactly as the specification says. */
export function isSupportOpen(now: Date, localWeekday: number = now.getDay()): boolean {
  const hour = now.getUTCHours()
  const isWeekend = localWeekday === 0 || localWeekday === 6
  return !isWeekend && hour >= SUPPORT_FROM_UTC_HOUR && hour <= SUPPORT_TO_UTC_HOUR
}
