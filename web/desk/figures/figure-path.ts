import type { FigureName } from '#contract/billing/figure-names.ts'
import type { ReportingMonth } from '#contract/calendar/reporting-months.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'

export type FigureAddress = { figure: FigureName; month: ReportingMonth | null; part?: string }

/** Where a number opens what it counts. */
export function figurePath(address: FigureAddress, after?: string): string {
  return withQuery(deskPages['figure-accounts'].path, address, after)
}

export function withQuery(path: string, { figure, month, part = '' }: FigureAddress, after?: string): string {
  const query = new URLSearchParams({
    ...(month ? { month: month.slice(0, 7) } : {}),
    ...(figure === 'reason' ? { part } : {}),
    ...(after ? { after } : {}),
  }).toString()
  return `${fillPath(path, { figure })}${query === '' ? '' : `?${query}`}`
}
