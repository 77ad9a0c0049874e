import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'

const FILE = path.join(import.meta.dirname, '../tests/access-table.txt')
/** `ACCESS_TABLE=write` records the server's current answers instead of comparing them. */
const writes = process.env.ACCESS_TABLE === 'write'

export const ofAccount = 'Addresses of an account'
export const byStatus =
  'The same by the status of the account: owner, admin, billing manager and user, or all of them'
export const ofOthers = 'All other addresses'
export const ofDesk = 'Addresses of the desk'

/** By URL. */
export type Answers = Map<string, string>

/** Compares the answers with the committed column, or records them. */
export function compareColumn(section: string, column: string, answers: Answers): void {
  if (writes) writeColumn(section, column, answers)
  else expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(columnOf(section, column)))
}

/** The committed answers. Empty while they are being recorded. */
export function committedColumn(section: string, column: string): Answers {
  return writes ? new Map() : columnOf(section, column)
}

function columnOf(section: string, column: string): Answers {
  const { columns, rows } = readSection(section)
  const place = columns.indexOf(column)
  return new Map([...rows].map(([address, cells]) => [address, cells[place] ?? '']))
}

function writeColumn(section: string, column: string, answers: Answers): void {
  const { columns, rows } = readSection(section)
  const all = [...new Set([...columns, column])]
  const place = all.indexOf(column)
  const written = [...answers].map(([address, answer]): [string, string[]] => {
    const cells = all.map((_, at) => rows.get(address)?.[at] ?? '')
    return [address, cells.with(place, answer)]
  })
  const [introduction = '', ...sections] = readFileSync(FILE, 'utf8').split('\n\n')
  const texts = new Map(sections.map((text) => [titleOf(text), text.trimEnd()]))
  texts.set(section, format(section, all, new Map(written)))
  writeFileSync(FILE, `${[introduction.trimEnd(), ...texts.values()].join('\n\n')}\n`)
}

type Section = { columns: string[]; rows: Map<string, string[]> }

function readSection(title: string): Section {
  const text = readFileSync(FILE, 'utf8')
    .split('\n\n')
    .find((one) => titleOf(one) === title)
  const [, header = '', ...lines] = (text ?? '').trimEnd().split('\n')
  const rows = lines.map(cellsOf).map(([address = '', ...cells]): [string, string[]] => [address, cells])
  return { columns: cellsOf(header).slice(1), rows: new Map(rows) }
}

function titleOf(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

function cellsOf(line: string): string[] {
  return line.split('|').map((cell) => cell.trim())
}

function format(title: string, columns: string[], rows: Section['rows']): string {
  const table = [['', ...columns], ...[...rows].map(([address, cells]) => [address, ...cells])]
  const widths = ['', ...columns].map((_, place) => Math.max(...table.map((row) => row[place]?.length ?? 0)))
  const lines = table.map((row) =>
    row
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join(' | ')
      .trimEnd(),
  )
  return [title, ...lines].join('\n')
}
