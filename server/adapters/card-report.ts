import { type Day, daysAfter } from '#contract/calendar/billing-dates.ts'
import { brandOf } from '#contract/fields/card-number.ts'
import type { CardReport, CardUpdate } from '../ports/payments.ts'

/** The columns by their names without spaces and case. Others are ignored, and the order does not matter. */
const columns = {
  token: ['token', 'paymentmethodtoken', 'creditcardtoken'],
  kind: ['updatetype', 'typeofupdate'],
  on: ['updatedate', 'dateofupdate'],
  bin: ['newbin'],
  lastFour: ['newlast4', 'newlastfour', 'newlast4digits'],
  expires: ['newexpiration', 'newexpirationdate'],
  month: ['newexpirationmonth'],
  year: ['newexpirationyear'],
} as const
type Column = keyof typeof columns
type Cells = Partial<Record<Column, string>>

const kinds = new Map<string, CardUpdate['kind']>([
  ['newaccountnumber', 'number'],
  ['newnumber', 'number'],
  ['newexpirationdate', 'date'],
  ['newexpiration', 'date'],
  ['closedaccount', 'closed'],
  ['accountclosed', 'closed'],
  ['contactcustomer', 'contact'],
  ['contactcardholder', 'contact'],
])

/** No row of a report is longer. */
const ROW_AT_MOST = 2_000
const YEARS_AHEAD_AT_MOST = 25

/** The rows of an account updater's report. Throws if it lacks a column that we need. */
export function cardReportIn(csv: string, on: Day): CardReport {
  const lines = linesOf(csv.replace(/^\uFEFF/, ''))
  const first = lines.next()
  const header = (first.done ? undefined : cellsIn(first.value)) ?? []
  const places = placesIn(header.map(plain))
  const report: CardReport = []
  for (const line of lines) {
    const cells = line.length <= ROW_AT_MOST ? cellsIn(line) : undefined
    report.push(cells?.length === header.length ? updateIn(pick(cells, places), on) : undefined)
  }
  return report
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from)
    const end = found < 0 ? text.length : found
    const line = text.slice(from, end).replace(/\r$/, '')
    if (line !== '') yield line
    from = end + 1
  }
}

/** Undefined if its quotation marks do not match. */
function cellsIn(line: string): string[] | undefined {
  const cells: string[] = []
  const cell = /"((?:[^"]|"")*)"|([^",]*)/y
  for (;;) {
    const [, quoted, bare = ''] = cell.exec(line) ?? []
    cells.push((quoted?.replaceAll('""', '"') ?? bare).trim())
    const end = cell.lastIndex
    if (end === line.length) return cells
    if (line[end] !== ',') return undefined
    cell.lastIndex = end + 1
  }
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function placesIn(header: readonly string[]): Map<Column, number> {
  const places = new Map<Column, number>()
  for (const [column, names] of Object.entries(columns) as [Column, readonly string[]][]) {
    const place = header.findIndex((name) => names.includes(name))
    if (place >= 0) places.set(column, place)
  }
  const hasExpiry = places.has('expires') || (places.has('month') && places.has('year'))
  const missing = [
    ...(places.has('token') ? [] : ['Token']),
    ...(places.has('kind') ? [] : ['Update Type']),
    ...(places.has('lastFour') ? [] : ['New Last 4']),
    ...(hasExpiry ? [] : ['New Expiration']),
  ]
  if (missing.length > 0) throw new Error(`The report has no column ${missing.join(', ')}`)
  return places
}

function pick(cells: readonly string[], places: ReadonlyMap<Column, number>): Cells {
  return Object.fromEntries([...places].map(([column, place]) => [column, cells[place]]))
}

function updateIn(cells: Cells, reportedOn: Day): CardUpdate | undefined {
  const { token = '', bin = '', lastFour = '' } = cells
  const kind = kinds.get(plain(cells.kind ?? ''))
  const on = cells.on ? dayOf(cells.on) : reportedOn
  // The clocks of the gateway and of its report may be a day apart.
  if (!kind || !on || on > daysAfter(reportedOn, 1) || !/^[\x21-\x7e]{1,200}$/.test(token)) return undefined
  if (kind === 'closed' || kind === 'contact') return { token, on, kind }
  const said = cells.expires || [cells.month, cells.year].filter(Boolean).join('/')
  const expires = said ? expiryOf(said, on) : undefined
  if (said && !expires) return undefined
  if (kind === 'date') return expires && { token, on, kind, expires }
  if (!/^\d{4}$/.test(lastFour) || (bin && !/^\d{6,8}$/.test(bin))) return undefined
  return { token, on, kind, lastFour, brand: brandOf(bin).name || undefined, expires }
}

/** 2026-11-19, also with a time, or 11/19/2026. */
function dayOf(text: string): Day | undefined {
  const american = /^(\d\d?)\/(\d\d?)\/(20\d\d)$/.exec(text)
  const written = american
    ? `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`
    : /^20\d\d-\d\d-\d\d(?=$|[T ])/.exec(text)?.[0]
  const time = Date.parse(`${written}T00:00:00Z`)
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${written}T`)
  return isDay ? written : undefined
}

/** 12/2029, 12/29 or 12-2029. A date that has passed already is not a new one. */
function expiryOf(text: string, on: Day): { month: number; year: number } | undefined {
  const found = /^(0?[1-9]|1[0-2])[/-](20)?(\d\d)$/.exec(text)
  if (!found) return undefined
  const [month, year] = [Number(found[1]), 2000 + Number(found[3])]
  const thisYear = Number(on.slice(0, 4))
  const isPast = `${year}-${String(month).padStart(2, '0')}` < on.slice(0, 7)
  return isPast || year > thisYear + YEARS_AHEAD_AT_MOST ? undefined : { month, year }
}
