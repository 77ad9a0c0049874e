import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { commands } from './commands.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>

beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

test('a word that a command has no use for is refused with its usage, and nothing is done', async () => {
  const { pin } = await addAccount(harness.db, { email: freshEmail() })
  for (const words of [
    ['webinar', 'set', 'morning', 'offline', '2026-12-28'],
    ['settings', 'reset', 'login-message', 'system-status'],
    ['fraud', 'mark', pin, 'chargeback', '--reason', 'x'],
    ['block', 'add', 'address', '192.0.2.1', '192.0.2.2', '--until', '2027-01-01', '--reason', 'x'],
    ['passwords', 'load', 'one.txt', 'two.txt'],
    ['charge', 'list', '5'],
  ])
    expect(await operator.refused(...words), words.join(' ')).toMatch(
      /^"[\w.-]+" is one word too many\. .* Usage: npm run admin -- /,
    )
  expect(await harness.db.many(sql`select slot from webinar_overrides`)).toEqual([])
  for (const { name, takes } of commands.filter((command) => !command.takes?.includes('…'))) {
    const words = [...(takes ?? '').split(' ').filter(Boolean), 'surplus']
    expect(await operator.refused(...name.split(' '), ...words), name).toContain(
      '"surplus" is one word too many.',
    )
  }
})

test('a flag that is given twice is refused, unless it may be', async () => {
  const { pin } = await addAccount(harness.db, { email: freshEmail() })
  expect(
    await operator.refused('month', 'extend', pin, '--days', '1', '--days', '3', '--words', 'x'),
  ).toMatch(/^--days is given twice\. Usage: /)
  expect(await operator.refused('feed', 'restart', '--was-restored', '--was-restored')).toMatch(
    /^--was-restored is given twice\./,
  )
  const uris = ['https://one.example/', 'https://two.example/'].flatMap((uri) => ['--redirect-uri', uri])
  expect((await operator.run('partner', 'add', 'Two', 'Places', ...uris)).text).toContain('two-places')
})

test('an item has one price', async () => {
  for (const words of [['single=95=1'], ['single=95', 'single=99']])
    expect(await operator.refused('prices', 'set', ...words, '--from', 'now'), words.join(' ')).toMatch(
      /single=95=1: enter dollars|single has two prices/,
    )
})
