import { defuse, writeCsv } from '#server/platform/csv.ts'
import type { Cell, Report } from './command.ts'

/** For spreadsheets: the last table of a report. */
export function printedAsCsv({ sections = [] }: Report): string {
  const rows = sections.at(-1)?.rows ?? []
  const keys = Object.keys(rows[0] ?? {})
  return writeCsv([keys, ...rows.map((row) => keys.map((key) => textOf(row[key] ?? null)))])
}

function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (Array.isArray(cell)) return defuse(cell.join(' '))
  return typeof cell === 'string' ? defuse(cell) : String(cell)
}
