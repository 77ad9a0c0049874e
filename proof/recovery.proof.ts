import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { freshDatabase } from './kit/fresh-database.ts'
import { openBanks } from './kit/recovery/banks.ts'
import { compare, countRecovered, tableOf } from './kit/recovery/compare.ts'
import type { Customer } from './kit/recovery/customers.ts'
import { type Defects, findDefects } from './kit/recovery/find-defects.ts'
import { mixNames } from './kit/recovery/mixes.ts'
import { customerAt } from './kit/recovery/numbers.ts'
import type { Month } from './kit/recovery/read-months.ts'
import { runMonths } from './kit/recovery/run-months.ts'
import { provesItself, size } from './kit/size.ts'

const CUSTOMERS = size(24, 2_000)
const KILLS = size(1, 60)
const CALENDAR = { days: size(1, 19), zones: size(2, 9) }
const banks = openBanks(CALENDAR)
let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres({ settings: { synchronous_commit: 'off', shared_buffers: '256MB' } })
})
afterAll(() => postgres.stop())

test(
  'three mixes of banks: no fewer months recovered than before, no rule broken, no untrue sentence',
  async () => {
    const begun = Date.now()
    const months = await run('sound', numbersTo(CUSTOMERS * mixNames.length))
    console.log(
      `${months.length} months, ${months.flatMap(({ told }) => told).length} mails and pages in ${Math.round((Date.now() - begun) / 1000)} s`,
    )
    for (const mix of mixNames) {
      const compared = compare(months, banks, mix)
      console.log(tableOf(compared))
      expect(countRecovered(compared.after)).toBeGreaterThanOrEqual(countRecovered(compared.before))
    }
    const defects = findDefects(months, banks)
    console.log(describeMonths(months, defects))
    expect(defects).toEqual(Object.fromEntries(Object.keys(defects).map((rule) => [rule, []])))
    const asked = months.flatMap((month) => month.asked)
    for (const seen of [
      asked.some(({ card, outcome }) => card === 'backup' && outcome === 'paid'),
      asked.some(({ isAutomatic, outcome }) => !isAutomatic && outcome === 'paid'),
      asked.some(({ sentAt, knownAt }) => sentAt < knownAt),
      months.some(({ endedAt }) => endedAt),
    ])
      expect(seen).toBe(true)
  },
  size(5, 60) * 60_000,
)

/** Each month with a defect: what was asked when, and what followed. */
function describeMonths(months: Month[], defects: Defects): string {
  const numbers = new Set(
    Object.values(defects).flatMap((found) => found.map((one) => Number.parseInt(one, 10))),
  )
  return months
    .filter(({ number }) => numbers.has(number))
    .map(({ told: _, ...month }) => JSON.stringify(month))
    .join('\n')
}

type Chosen = (customer: Customer) => boolean

/** Each broken build, a rule that it breaks, and the customers that it is tried on. */
const broken: [string, string, keyof Defects, Chosen][] = [
  [
    'ignores the reason of a refusal',
    'reason-ignored',
    'askedAfterHard',
    ({ cards }) => cards.first.trouble === 'closed',
  ],
  ['charges the backup card first', 'backup-first', 'backupTooSoon', ({ cards }) => !!cards.backup],
  [
    'asks the backup card after a lost answer',
    'lost-answer-refused',
    'backupTooSoon',
    ({ cards }) => !!cards.backup && cards.first.trouble === 'none',
  ],
  [
    "counts a customer's own try",
    'own-try-counted',
    'missedUsualTry',
    ({ cards, reaction }) =>
      cards.first.trouble === 'no-reason' && !cards.backup && reaction?.startsWith === 'refused-card',
  ],
  [
    'names a time and does not keep it',
    'try-too-late',
    'untrueSentence',
    ({ cards }) => cards.first.trouble === 'no-reason',
  ],
  [
    'names the wrong card at the desk',
    'desk-names-first-card',
    'untrueSentence',
    ({ cards }) => !!cards.backup && cards.first.trouble === 'closed',
  ],
  [
    'lets a closed card pay by a payment link',
    'link-offers-any-card',
    'wrongCardsOffered',
    ({ cards }) => cards.first.trouble === 'closed',
  ],
]

test.each(provesItself ? broken : [])('notices a build that %s', async (_, fault, rule, isChosen) => {
  const isOf = (number: number) => {
    const { mix, customer } = customerAt(number)
    return isChosen(banks.customerOf(mix, customer))
  }
  const numbers = numbersTo(9_000).filter(isOf).slice(0, size(100, 300))
  const defects = findDefects(await run(fault.replaceAll('-', '_'), numbers, fault), banks)
  expect(defects[rule]).not.toEqual([])
})

async function run(name: string, numbers: number[], fault?: string) {
  const url = await freshDatabase(postgres.url, name)
  return runMonths({ url, calendar: CALENDAR, numbers, kills: KILLS, fault })
}

function numbersTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}
