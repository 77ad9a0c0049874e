import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { renewedAccount, standingOf } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { operatorOf } from '#server/test-kit/operator.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const known = ['--reason', 'Letter of the bank of January 3']
const factsOf = async (accountId: number) =>
  (
    await harness.db.many<{ type: string }>(
      sql`select type from feed_events where account_id = ${accountId} and type like 'dispute%' order by sequence`,
    )
  ).map(({ type }) => type)

test('disputes are listed by the day to reply, decided ones after them, and shown with their charge', async () => {
  const { run, refused } = operatorOf(harness)
  const [older, newer, decided] = [
    await renewedAccount(harness),
    await renewedAccount(harness),
    await renewedAccount(harness),
  ]
  const replyBy = '2027-01-04'
  await postDispute(harness, 'opened', { ...newer, dispute: 'dp-new', openedOn: '2026-12-18', replyBy })
  await postDispute(harness, 'opened', {
    ...older,
    dispute: 'dp-old',
    openedOn: '2026-12-16',
    reason: 'fraud',
  })
  await postDispute(harness, 'opened', { ...decided, dispute: 'dp-won', openedOn: '2026-12-17' })
  await postDispute(harness, 'won', { ...decided, dispute: 'dp-won' })
  expect((await run('dispute', 'list', '--open')).rows('disputes')).toMatchObject([
    { id: 'dp-new', replyBy, pin: newer.pin },
    { id: 'dp-old', replyBy: null, reason: 'fraud', pin: older.pin, amountCents: 14_900 },
  ])
  const all = (await run('dispute', 'list')).rows('disputes').map(({ id, state }) => `${id} ${state}`)
  expect(all).toEqual(['dp-new opened', 'dp-old opened', 'dp-won won'])
  const shown = await run('dispute', 'show', 'dp-old')
  expect(shown.rows('charge')).toMatchObject([{ reference: older.reference, bill: older.bill }])
  expect(shown.rows('account')).toMatchObject([{ status: 'Canceled', markedByThis: true, before: 'Active' }])
  expect(await refused('dispute', 'show', 'dp-nobody')).toBe('There is no dispute dp-nobody.')
})

test('an operator whose gateway did not tell says that a dispute was won, or lost, once and with a reason', async () => {
  const { run, refused, lastAuditEntry } = operatorOf(harness)
  const one = await renewedAccount(harness)
  const before = await standingOf(harness, one)
  await postDispute(harness, 'opened', { ...one, dispute: 'dp-told' })
  expect(await refused('dispute', 'won', 'dp-told')).toContain('--reason')
  expect(await refused('dispute', 'won', 'dp-nobody', ...known)).toBe('There is no dispute dp-nobody.')
  expect((await run('dispute', 'won', 'dp-told', ...known)).text).toContain('$149.00 is won')
  expect(await lastAuditEntry()).toBe('dispute-won')
  expect(await standingOf(harness, one)).toEqual(before)
  expect(await refused('dispute', 'won', 'dp-told', ...known)).toContain('is won already')
  expect(await mailsTo(harness, one.email, 'dispute-won')).toHaveLength(1)
  // The gateway says the same later: nothing happens. Another decision of the gateway counts more.
  await postDispute(harness, 'won', { ...one, dispute: 'dp-told' })
  expect(await mailsTo(harness, one.email, 'dispute-won')).toHaveLength(1)
  await postDispute(harness, 'lost', { ...one, dispute: 'dp-told', at: new Date('2026-12-01T00:00:00Z') })
  expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', isMarked: true })
  expect(await factsOf(one.accountId)).toEqual(['dispute.opened', 'dispute.won', 'dispute.lost'])
  // Its own word is never overruled.
  expect(await refused('dispute', 'won', 'dp-told', ...known)).toContain('only the gateway can change that')
  expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', isMarked: true })

  const lost = await renewedAccount(harness)
  await postDispute(harness, 'opened', { ...lost, dispute: 'dp-lost' })
  harness.clock.advance(DAY)
  await run('dispute', 'lost', 'dp-lost', ...known)
  expect((await run('dispute', 'show', 'dp-lost')).rows('dispute')).toMatchObject([
    { state: 'lost', lostCents: 14_900, closedBy: 'operator:tests' },
  ])
})
