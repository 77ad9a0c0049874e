import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('a surplus argument is refused with the usage, and nothing is done', async () => {
  const { pin } = await addAccount(harness.db, { email: freshEmail() })
  for (const words of [
    ['sessions', 'end', pin, 'all'],
    ['operator', 'role', 'dana@example.com', 'admin', 'reader'],
    ['passwords', 'load', 'one.txt', 'two.txt'],
    ['account', 'numbers', '5'],
  ])
    expect(await operator.refused(...words), words.join(' ')).toMatch(
      /^"[\w.-]+" is one word too many\. .* Usage: npm run admin -- /,
    )
  for (const { name, takes } of commands.filter((command) => !command.takes?.includes('…'))) {
    const words = [...(takes ?? '').split(' ').filter(Boolean), 'surplus']
    expect(await operator.refused(...name.split(' '), ...words), name).toContain(
      '"surplus" is one word too many.',
    )
  }
})

test('a repeated flag is refused, unless it may repeat', async () => {
  expect(await operator.refused('account', 'list', '--state', 'active', '--state', 'expired')).toMatch(
    /^--state is given twice\. Usage: /,
  )
  expect(await operator.refused('feed', 'restart', '--was-restored', '--was-restored')).toMatch(
    /^--was-restored is given twice\./,
  )
  const uris = ['https://one.example/', 'https://two.example/'].flatMap((uri) => ['--redirect-uri', uri])
  expect((await operator.run('partner', 'add', 'Two', 'Places', ...uris)).text).toContain('two-places')
})
