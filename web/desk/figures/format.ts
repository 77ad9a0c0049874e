import type { FigureName } from '#contract/billing/figure-names.ts'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import { REPORTING_ZONE, type ReportingMonth } from '#contract/calendar/reporting-months.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'

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

/** November 15, 2026, 9:05 AM Eastern */
export function formatReported(moment: string): string {
  return formatMoment(REPORTING_ZONE, new Date(moment))
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

export function sentenceCase(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

type FigureQuery = { figure: FigureName; month: ReportingMonth | null; part?: string }

/** Where a number links to its rows. */
export function figurePath(query: FigureQuery, after?: string): string {
  return withQuery(deskPages['figure-accounts'].path, query, after)
}

export function withQuery(path: string, { figure, month, part = '' }: FigureQuery, after?: string): string {
  const query = new URLSearchParams({
    ...(month ? { month: month.slice(0, 7) } : {}),
    ...(figure === 'reason' || part !== '' ? { part } : {}),
    ...(after ? { after } : {}),
  }).toString()
  return `${fillPath(path, { figure })}${query === '' ? '' : `?${query}`}`
}
