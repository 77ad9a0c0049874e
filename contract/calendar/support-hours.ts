const SUPPORT_FROM_UTC_HOUR = 13
const SUPPORT_TO_UTC_HOUR = 20

/** The weekday is the visitor's, the hour is UTC, exactly as the specification says. */
export function isSupportOpen(now: Date, localWeekday: number = now.getDay()): boolean {
  const hour = now.getUTCHours()
  const isWeekend = localWeekday === 0 || localWeekday === 6
  return !isWeekend && hour >= SUPPORT_FROM_UTC_HOUR && hour <= SUPPORT_TO_UTC_HOUR
}
