import { defuse, writeCsv } from '#server/platform/csv.ts'
import type { Cell, Report, Row } from './command.ts'

/** For spreadsheets: the tables of a report that have rows, with an empty line between them. */
export function printedAsCsv({ sections = [] }: Report): string {
  return sections.flatMap(({ rows }) => (rows.length > 0 ? tableOf(rows) : [])).join('\r\n\r\n')
}

/** What is no part of the tables, for standard error: sentences, and which table is which. */
export function printedBesideCsv({ said, sections = [] }: Report): string {
  const counted = sections.map(({ title, rows }) => `${title}: ${rows.length || 'none'}`)
  return [said ?? [], sections.length === 1 && sections[0]?.rows.length ? [] : counted.join('; ')]
    .flat()
    .join('\n')
}

function tableOf(rows: Row[]): string {
  const keys = Object.keys(rows[0] ?? {})
  return writeCsv([keys, ...rows.map((row) => keys.map((key) => textOf(row[key] ?? null)))])
}

function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (Array.isArray(cell)) return defuse(cell.join(' '))
  return typeof cell === 'string' ? defuse(cell) : String(cell)
}
