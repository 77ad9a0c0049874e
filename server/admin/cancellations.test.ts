import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancel, endHold, undoCancel } from '#contract/features/cancel/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { DAY, later, MINUTE } from '../ports/clock.ts'
import { addAccount } from '../test-kit/accounts.ts'
import { openBrowser } from '../test-kit/browser.ts'
import { freshEmail } from '../test-kit/fresh.ts'
import { operatorOf } from '../test-kit/operator.ts'
import { makePastDue } from '../test-kit/past-due.ts'
import { subscribe } from '../test-kit/subscriptions.ts'
import { printedAsCsv } from './print-csv.ts'
import { runCommand } from './run-command.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>

beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const reason = { reason: 'It costs too much', details: '=cmd|"/c calc", and I am\nmoving' }

test('why people cancel is listed, shown with the account and exported, also of those who stayed', async () => {
  const [left, stayed] = [await subscribe(harness), await subscribe(harness)]
  await (await openBrowser(harness, left.email)).call(cancel, reason)
  harness.clock.advance(MINUTE)
  const browser = await openBrowser(harness, stayed.email)
  await browser.call(cancel, { reason: 'I do not use it enough', details: '' })
  await browser.call(undoCancel)

  const listed = (await operator.run('cancellation', 'list')).rows('cancellations')
  expect(listed).toMatchObject([
    { pin: stayed.pin, reason: 'I do not use it enough', state: 'taken back' },
    { pin: left.pin, reason: `It costs too much: ${reason.details}`, state: 'runs to its last day' },
  ])
  expect((await operator.run('account', 'show', left.pin)).rows('cancellations')).toMatchObject([
    { reason: expect.stringContaining('It costs too much'), lastDay: '2026-12-14' },
  ])
  expect((await operator.run('account', 'show', stayed.pin)).rows('cancellations')).toMatchObject([
    { state: 'taken back' },
  ])
  const since = await operator.run('cancellation', 'list', '--since', '2026-11-17')
  expect(since.rows('cancellations')).toEqual([])
  for (const text of ['yesterday', '2026-11-17T05:00', '2026-02-30'])
    expect(await operator.refused('cancellation', 'list', '--since', text)).toContain('is not a valid time')
})

test('an export is CSV that a spreadsheet reads and does not run', async () => {
  harness.clock.advance(DAY)
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, {
    reason: 'Other',
    details: reason.details,
  })
  await harness.db.run(sql`update accounts set company = '=1+1' where id = ${one.accountId}`)
  const report = await runCommand(harness, ['cancellation', 'list'], 'operator:tests')
  if ('refused' in report) throw new Error('refused')
  const [head, first] = printedAsCsv(report).split('\r\n')
  expect(head).toBe('requestedAt,pin,company,reason,lastDay,state,reference')
  expect(first).toContain(
    `2026-11-16T15:00:00.000Z,${one.pin},'=1+1,"Other: =cmd|""/c calc"", and I am\nmoving",`,
  )
})

test('accounts are listed by state, page by page', async () => {
  const pastDue = await makePastDue(harness)
  const listed = (await operator.run('account', 'list', '--state', 'past_due')).rows('accounts')
  expect(listed).toMatchObject([{ pin: pastDue.pin, email: pastDue.email, status: 'Past due' }])
  for (let count = 0; count < 101; count += 1)
    await addAccount(harness.db, { email: freshEmail(), status: 'expired' })
  const first = await operator.run('account', 'list', '--state', 'expired')
  expect(first.rows('accounts')).toHaveLength(100)
  expect(first.text).toContain('Page 1 of 2, 101 in total. Next page: --page 2')
  expect(
    (await operator.run('account', 'list', '--state', 'expired', '--page', '2')).rows('accounts'),
  ).toHaveLength(1)
  expect((await operator.run('account', 'list', '--state', 'fraud')).rows('accounts')).toEqual([])
  expect(await operator.refused('account', 'list', '--state', 'happy')).toMatch(
    /^Choose a state: .*past_due.*fraud/,
  )
  expect(await operator.refused('account', 'list')).toMatch(/^Choose a state/)
  for (const page of ['0', 'x', '3'])
    expect(await operator.refused('account', 'list', '--state', 'expired', '--page', page)).toContain(
      '1 to 2',
    )
})

test('a hold is shown with its account', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  await putOnHold(browser, 2)
  expect((await operator.run('account', 'show', one.pin)).rows('account')).toMatchObject([
    { heldFrom: '2026-12-15', heldUntil: '2027-02-15' },
  ])
  await browser.call(endHold)
  expect((await operator.run('account', 'show', one.pin)).rows('account')).toMatchObject([{ heldFrom: null }])
})

test('a price list to come can be removed; one that holds, or held, cannot', async () => {
  const day = later(harness.clock.now(), 10 * DAY)
    .toISOString()
    .slice(0, 10)
  await operator.run('prices', 'set', 'single=95', '--from', day)
  expect(await operator.refused('prices', 'remove')).toContain('Enter which one')
  expect(await operator.refused('prices', 'remove', '--from', '2027-05-01')).toContain('No price list starts')
  expect((await operator.run('prices', 'remove', '--from', day)).text).toContain('was removed')
  expect(await operator.lastAuditEntry()).toBe('prices-removed')
  expect((await operator.run('prices', 'show')).rows('coming')).toEqual([])

  await operator.run('prices', 'set', 'single=95', '--from', day)
  harness.clock.set(`${day}T00:00:00Z`)
  expect(await operator.refused('prices', 'remove', '--from', day)).toContain(
    'has taken effect cannot be removed',
  )
})
