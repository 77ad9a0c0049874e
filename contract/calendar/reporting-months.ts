import { type Day, dayIn, daysAfter, formatDay, momentOf, monthsAfter } from './billing-dates.ts'

/** Reporting months begin at midnight here. The database has the same rule in reporting_month. */
export const REPORTING_ZONE = 'US/Eastern'

/** How many months the figures show, including the current one. */
export const MONTHS_SHOWN = 13

/** The first day of a month, such as 2026-11-01. */
export type ReportingMonth = Day

export function reportingMonthOf(moment: Date): ReportingMonth {
  return `${dayIn(REPORTING_ZONE, moment).slice(0, 7)}-01`
}

export function startOfMonth(month: ReportingMonth): Date {
  return momentOf(REPORTING_ZONE, month)
}

export function endOfMonth(month: ReportingMonth): Date {
  return startOfMonth(monthsAfter(month, 1))
}

/** November 2026 */
export function formatMonth(month: ReportingMonth): string {
  return formatDay(month).replace(/ \d+,/, '')
}

/** Nov */
export function shortMonth(month: ReportingMonth): string {
  return formatDay(month).slice(0, 3)
}

/** The days of a month, each from midnight to midnight. */
export function daysOfMonth(month: ReportingMonth): { from: Date; to: Date }[] {
  const end = monthsAfter(month, 1)
  const days: { from: Date; to: Date }[] = []
  for (let day = month; day < end; ) {
    const next = daysAfter(day, 1)
    days.push({ from: momentOf(REPORTING_ZONE, day), to: momentOf(REPORTING_ZONE, next) })
    day = next
  }
  return days
}

export function earlierOf(one: Date, other: Date): Date {
  if (one < other) return one
  return other
}
