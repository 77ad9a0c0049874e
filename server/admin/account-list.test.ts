import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'
import { printedAsCsv } from './print.ts'
import { runCommand } from './run-command.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>

beforeAll(async () => {
  harness = await openHarness({ now: '2026-11-15T15:00:00Z' })
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

test('lists accounts by state, page by page', async () => {
  const pastDue = await makePastDue(harness)
  const listed = (await operator.run('account', 'list', '--state', 'past_due')).rows('accounts')
  expect(listed).toMatchObject([{ pin: pastDue.pin, email: pastDue.email, status: 'Past due' }])
  for (let count = 0; count < 101; count += 1)
    await addAccount(harness.db, { email: freshEmail(), status: 'expired' })
  const first = await operator.run('account', 'list', '--state', 'expired')
  expect(first.rows('accounts')).toHaveLength(100)
  expect(first.text).toContain('100 of 101 in total. Next page: --after ')
  const after = /--after (\S+)/.exec(first.text)?.[1] ?? ''
  // One that leaves the state between two pages moves no other out of the next.
  const [reopened] = first.rows('accounts')
  await harness.db.run(sql`update accounts set status = 'active' where pin = ${String(reopened?.pin)}`)
  const second = await operator.run('account', 'list', '--state', 'expired', '--after', after)
  expect(second.rows('accounts')).toHaveLength(1)
  expect(second.text).toContain('1 of 100 in total.')
  expect(second.text).not.toContain('--after')
  expect((await operator.run('account', 'list', '--state', 'fraud')).rows('accounts')).toEqual([])
  expect(await operator.refused('account', 'list', '--state', 'happy')).toMatch(
    /^Choose a state: .*past_due.*fraud/,
  )
  expect(await operator.refused('account', 'list')).toMatch(/^Choose a state/)
  expect(await operator.refused('account', 'list', '--state', 'expired', '--after', 'x')).toBe(
    '--after must be what the page before it said.',
  )
})

test('the CSV export opens in a spreadsheet without running formulas', async () => {
  const company = '=cmd|"/c calc", and\nmore'
  const { pin } = await addAccount(harness.db, { email: 'owner@example.com', company, status: 'canceled' })
  const report = await runCommand(harness, ['account', 'list', '--state', 'canceled'], 'operator:tests')
  if ('refused' in report) throw new Error('refused')
  const [head, first] = printedAsCsv(report).split('\r\n')
  expect(head).toBe('pin,company,owner,email,status,since')
  expect(first).toMatch(new RegExp(`^${pin},"'=cmd\\|""/c calc"", and\nmore",`))
  expect(first).toMatch(/,Canceled,\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})
