import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { renewedAccount, standingOf } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { findDispute, listDisputes, listOpenDisputes } from './dispute.ts'
import { decideByOperator } from './take-dispute.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const decide = (reference: string, state: 'won' | 'lost') =>
  decideByOperator(harness, {
    reference,
    state,
    words: 'Letter of the bank of January 3',
    actor: 'operator:tests',
  })
const refusing = (text: string) => ({ errors: expect.stringContaining(text) })
const factsOf = async (accountId: number) =>
  (
    await harness.db.many<{ type: string }>(
      sql`select type from feed_events where account_id = ${accountId} and type like 'dispute%' order by sequence`,
    )
  ).map(({ type }) => type)

test('disputes are listed by reply date, decided ones last', async () => {
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
  expect(await listOpenDisputes(harness.db, { limit: 10 })).toMatchObject([
    { id: 'dp-new', replyBy, pin: newer.pin },
    { id: 'dp-old', replyBy: null, reason: 'fraud', pin: older.pin, amountCents: 14_900 },
  ])
  const all = (await listDisputes(harness.db, { limit: 10 })).map(({ id, state }) => `${id} ${state}`)
  expect(all).toEqual(['dp-new opened', 'dp-old opened', 'dp-won won'])
})

test('if the gateway sent no decision, an operator records a dispute as won or lost, once', async () => {
  const one = await renewedAccount(harness)
  const before = await standingOf(harness, one)
  await postDispute(harness, 'opened', { ...one, dispute: 'dp-told' })
  expect(await decide('dp-nobody', 'won')).toMatchObject({ errors: 'There is no dispute dp-nobody.' })
  expect(await decide('dp-told', 'won')).toMatchObject({ amountCents: 14_900 })
  const entry = sql`select action from audit where account_id = ${one.accountId} order by id desc limit 1`
  expect(await harness.db.one(entry)).toEqual({ action: 'dispute-won' })
  expect(await standingOf(harness, one)).toEqual(before)
  expect(await decide('dp-told', 'won')).toMatchObject(refusing('is won already'))
  expect(await mailsTo(harness, one.email, 'dispute-won')).toHaveLength(1)
  // The gateway later confirms it: nothing happens. A different decision by the gateway overrides it.
  await postDispute(harness, 'won', { ...one, dispute: 'dp-told' })
  expect(await mailsTo(harness, one.email, 'dispute-won')).toHaveLength(1)
  await postDispute(harness, 'lost', { ...one, dispute: 'dp-told', at: new Date('2026-12-01T00:00:00Z') })
  expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', isMarked: true })
  expect(await factsOf(one.accountId)).toEqual(['dispute.opened', 'dispute.won', 'dispute.lost'])
  // Its own decision is never overruled.
  expect(await decide('dp-told', 'won')).toMatchObject(refusing('only the gateway can change that'))
  expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', isMarked: true })

  const lost = await renewedAccount(harness)
  await postDispute(harness, 'opened', { ...lost, dispute: 'dp-lost' })
  harness.clock.advance(DAY)
  await decide('dp-lost', 'lost')
  expect(await findDispute(harness.db, 'dp-lost')).toMatchObject({
    state: 'lost',
    lostCents: 14_900,
    closedBy: 'operator:tests',
  })
})
