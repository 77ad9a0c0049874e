import { expect, test } from 'vitest'
import { openBanks } from './kit/recovery/banks.ts'
import { type MixName, mixNames } from './kit/recovery/mixes.ts'
import { type Recovery, recoverAsToday } from './kit/recovery/schedule-of-today.ts'
import { size } from './kit/size.ts'

const CUSTOMERS = size(40, 2_000)
const banks = openBanks({ days: size(2, 31), zones: size(3, 9) })

test('the schedule of release 1.0 recovers the same months each time', () => {
  for (const mix of mixNames) {
    const recoveries = recoverAll(mix)
    console.log(mix, tableOf(recoveries))
    expect(recoverAll(mix)).toEqual(recoveries)
    expect(recoveries.some(({ way }) => way === 'retry')).toBe(true)
  }
})

function recoverAll(mix: MixName): Recovery[] {
  const numbers = Array.from({ length: CUSTOMERS }, (_, n) => n + 1)
  return numbers.flatMap((customer) => recoverAsToday(banks, mix, customer) ?? [])
}

/** How many months each reason lost, and how the others were recovered. */
function tableOf(recoveries: Recovery[]): Record<string, string> {
  const reasons = ['all', ...new Set(recoveries.map(({ reason }) => reason))]
  const rows = reasons.map((row) => {
    const ways = recoveries.filter(({ reason }) => row === 'all' || reason === row).map(({ way }) => way)
    const counts = (['retry', 'customer', undefined] as const).map(
      (wanted) => `${wanted ?? 'lost'} ${ways.filter((way) => way === wanted).length}`,
    )
    return [row, counts.join(', ')]
  })
  return Object.fromEntries(rows)
}
