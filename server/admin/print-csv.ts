import type { Cell, Report } from './command.ts'

/** For spreadsheets: the last table of a report, in RFC 4180 format. */
export function printedAsCsv({ sections = [] }: Report): string {
  const rows = sections.at(-1)?.rows ?? []
  const keys = Object.keys(rows[0] ?? {})
  const lines = [keys, ...rows.map((row) => keys.map((key) => textOf(row[key] ?? null)))]
  return lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')
}

function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (Array.isArray(cell)) return defused(cell.join(' '))
  return typeof cell === 'string' ? defused(cell) : String(cell)
}

/** Values are typed by users, and a spreadsheet would run one that looks like a formula. */
function defused(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
