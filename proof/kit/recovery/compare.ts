import type { Banks } from './banks.ts'
import { hasUpdate } from './find-defects.ts'
import type { MixName } from './mixes.ts'
import { customerAt } from './numbers.ts'
import type { Month } from './read-months.ts'
import { type Recovery, recoverAsToday, type Way } from './schedule-of-today.ts'

const ways: (Way | undefined)[] = ['retry', 'backup', 'updater', 'customer', undefined]

export type Comparison = {
  mix: MixName
  /** The months that the schedule of release 1.0 saw refused, under both. */
  before: Recovery[]
  after: Recovery[]
}

export function compare(months: Month[], banks: Banks, mix: MixName): Comparison {
  const both = months.flatMap((month) => {
    const { mix: own, customer } = customerAt(month.number)
    const before = own === mix ? recoverAsToday(banks, mix, customer) : undefined
    return before ? [{ before, after: { reason: before.reason, way: wayOf(month, banks) } }] : []
  })
  return { mix, before: both.map(({ before }) => before), after: both.map(({ after }) => after) }
}

export function countRecovered(recoveries: Recovery[]): number {
  return recoveries.filter(({ way }) => way !== undefined).length
}

/** What recovered how many months, and of which reasons. */
export function tableOf({ mix, before, after }: Comparison): string {
  const reasons = [...new Set(before.map(({ reason }) => reason))].sort()
  const head = row('', 'months', 'release 1.0', 'now', ...ways.map((way) => way ?? 'lost'))
  const rows = ['all', ...reasons].map((reason) => {
    const isOf = (one: Recovery) => reason === 'all' || one.reason === reason
    const [old, now] = [before.filter(isOf), after.filter(isOf)]
    const counts = ways.map((wanted) => String(now.filter(({ way }) => way === wanted).length))
    return row(reason, String(old.length), share(old), share(now), ...counts)
  })
  return [`${mix}: recovered months`, head, ...rows].join('\n')
}

function wayOf(month: Month, banks: Banks): Way | undefined {
  const { asked, state } = month
  const paid = asked.find(({ outcome }) => outcome === 'paid')
  if (state !== 'paid' || !paid) return undefined
  if (!paid.isAutomatic) return 'customer'
  if (paid.card === 'backup') return 'backup'
  return hasUpdate(banks, month, 'first', new Date(0), paid.sentAt) ? 'updater' : 'retry'
}

function share(recoveries: Recovery[]): string {
  return `${((100 * countRecovered(recoveries)) / recoveries.length).toFixed(1)}%`
}

function row(first: string, ...others: string[]): string {
  return first.padEnd(20) + others.map((text) => text.padStart(12)).join('')
}
