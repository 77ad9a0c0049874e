import { formatAmount } from '#contract/catalogue/money.ts'
import { defuse, writeCsv } from '#server/platform/csv.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { Cell, Report, Row, Section } from './command.ts'
import { commands } from './commands.ts'
import { commandOf, unknownCommand, usageOf } from './run-command.ts'

/** For people: sentences and tables. */
export function printed({ said, sections = [] }: Report): string {
  return [...(said ? [said] : []), ...sections.map(tableOf)].join('\n\n')
}

/** For programs: the same as JSON. */
export function printedAsJson({ said, sections = [] }: Report): string {
  const listed = Object.fromEntries(sections.map(({ name, rows }) => [name, rows]))
  return JSON.stringify({ ...(said ? { said } : {}), ...listed }, null, 2)
}

/** For one command, for all with a common first word, or for all. */
export function help(argv: readonly string[]): string | Refused {
  const command = commandOf(argv)
  if (command) {
    const flags = Object.entries(command.flags ?? {}).map(
      ([name, { takes, says }]): Row => ({ flag: `--${name}${takes ? ` ${takes}` : ''}`, says }),
    )
    return [
      command.says,
      usageOf(command),
      ...(flags.length > 0 ? [linesOf(flags, false).join('\n')] : []),
    ].join('\n\n')
  }
  const [word] = argv
  const listed = commands.filter(({ name }) => word === undefined || name.split(' ')[0] === word)
  if (listed.length === 0) return refuse('invalid-fields', { errors: unknownCommand(argv) })
  const rows = listed.map(({ name, takes, says }): Row => ({ name: takes ? `${name} ${takes}` : name, says }))
  return [
    'npm run admin -- COMMAND …',
    linesOf(rows, false).join('\n'),
    'For details, run: help COMMAND. Add --json for JSON output, or --csv for a table as CSV.\nEvery change is recorded in the audit log. Everything else is done at the desk.',
  ].join('\n\n')
}

function tableOf({ title, rows }: Section): string {
  if (rows.length === 0) return `${title}: none`
  const [only] = rows
  if (rows.length === 1 && only && Object.keys(only).length > 8) return [title, ...factsOf(only)].join('\n')
  return [title, ...linesOf(rows, true)].join('\n')
}

/** A single row with many columns is easier to read as a vertical list. */
function factsOf(row: Row): string[] {
  const width = Math.max(...Object.keys(row).map((key) => headingOf(key).length))
  return Object.entries(row)
    .filter(([, cell]) => cell !== null && cell !== '')
    .map(([key, cell]) => `  ${headingOf(key).padEnd(width)}  ${textOf(key, cell)}`)
}

function linesOf(rows: Row[], hasHeadings: boolean): string[] {
  const keys = Object.keys(rows[0] ?? {})
  const headings = hasHeadings
    ? [keys.map(headingOf), keys.map((key) => '-'.repeat(headingOf(key).length))]
    : []
  const lines = [...headings, ...rows.map((row) => keys.map((key) => textOf(key, row[key] ?? null)))]
  const widths = keys.map((_, index) => Math.max(...lines.map((cells) => (cells[index] ?? '').length)))
  return lines.map((cells) =>
    `  ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd(),
  )
}

/** createdAt → Created at, amountCents → Amount */
function headingOf(key: string): string {
  if (key === 'pin') return 'Account number'
  const text = key
    .replace(/Cents$/, '')
    .replace(/^is(?=[A-Z])/, '')
    .replace(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function textOf(key: string, cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 16).replace('T', ' ')
  if (Array.isArray(cell)) return cell.join(' ')
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'number' && key.endsWith('Cents')) return formatAmount(cell)
  if (typeof cell === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(cell))
    return cell.slice(0, 16).replace('T', ' ')
  // A control character could change what the operator sees in the terminal.
  return String(cell).replace(/\p{Cc}/gu, ' ')
}

/** For spreadsheets: a report's non-empty tables, separated by empty lines. */
export function printedAsCsv({ sections = [] }: Report): string {
  return sections.flatMap(({ rows }) => (rows.length > 0 ? rowsAsCsv(rows) : [])).join('\r\n\r\n')
}

/** What is not part of the tables, for standard error: sentences, and the titles of the tables. */
export function printedBesideCsv({ said, sections = [] }: Report): string {
  const counted = sections.map(({ title, rows }) => `${title}: ${rows.length || 'none'}`)
  return [said ?? [], sections.length === 1 && sections[0]?.rows.length ? [] : counted.join('; ')]
    .flat()
    .join('\n')
}

function rowsAsCsv(rows: Row[]): string {
  const keys = Object.keys(rows[0] ?? {})
  return writeCsv([keys, ...rows.map((row) => keys.map((key) => csvTextOf(row[key] ?? null)))])
}

function csvTextOf(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (Array.isArray(cell)) return defuse(cell.join(' '))
  return typeof cell === 'string' ? defuse(cell) : String(cell)
}
