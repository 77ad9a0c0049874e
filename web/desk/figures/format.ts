import { formatMoment } from '#contract/calendar/billing-dates.ts'
import { REPORTING_ZONE, type ReportingMonth } from '#contract/calendar/reporting-months.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** November 2026 */
export function formatMonth(month: ReportingMonth): string {
  return `${nameOf(month)} ${month.slice(0, 4)}`
}

/** Nov */
export function shortMonth(month: ReportingMonth): string {
  return nameOf(month).slice(0, 3)
}

function nameOf(month: ReportingMonth): string {
  return months[Number(month.slice(5, 7)) - 1] ?? ''
}

/** November 15, 2026, 9:05 AM Eastern */
export function formatReported(moment: string): string {
  return formatMoment(REPORTING_ZONE, new Date(moment))
}

/** A movement has its sign: +$149.00, −$149.00. */
export function formatMovement(cents: Cents): string {
  return cents > 0 ? `+${formatAmount(cents)}` : formatAmount(cents)
}

/** For labels in a chart: $437, $43.7k, $1.2M. */
export function formatCompact(cents: Cents): string {
  const dollars = Math.abs(cents) / 100
  const sign = cents < 0 ? '−' : ''
  if (dollars >= 999_950) return `${sign}$${(dollars / 1_000_000).toFixed(1)}M`
  if (dollars >= 1_000) return `${sign}$${(dollars / 1_000).toFixed(1)}k`
  return `${sign}$${Math.round(dollars)}`
}

/** 12.5%; a dash where there is nothing to compare with. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
