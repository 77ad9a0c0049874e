// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { lastCharge, renewedAccount, standingOf } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { renewDue } from '../renewals/renew.ts'
import { decideByOperator } from './take-dispute.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const disputesOf = (accountId: number) =>
  harness.db.many(sql`
    select reference, state, amount_cents as amount, lost_cents as lost, reason, opened_on as "openedOn",
      reply_by as "replyBy", closed_by as by
    from disputes where account_id = ${accountId} order by id`)
const mailsOf = async (email: string) =>
  (
    await harness.db.many<{ purpose: string }>(sql`
      select purpose from mails where recipient = ${email} and purpose like 'dispute%' order by id`)
  ).map(({ purpose }) => purpose)
const actionsOf = async (accountId: number) =>
  (
    await harness.db.many<{ action: string }>(sql`
      select action from audit where account_id = ${accountId} and action like 'dispute%' order by id`)
  ).map(({ action }) => action)

const facts = { reason: 'product_not_received', openedOn: '2026-12-17', replyBy: '2027-01-04' }

test('a dispute stores its amounts and dates; each notice counts once, also concurrently', async () => {
  const one = await renewedAccount(harness)
  const { reference } = one
  const opened = { reference, dispute: 'twice-1', amount: 10_000, ...facts }
  await Promise.all([1, 2].map(() => postDispute(harness, 'opened', opened)))
  // The gateway may resend the same with another timestamp.
  await postDispute(harness, 'opened', { ...opened, at: harness.clock.now() })
  const row = { reference: 'twice-1', state: 'opened', amount: 10_000, lost: 0, ...facts, by: null }
  expect(await disputesOf(one.accountId)).toEqual([row])
  await Promise.all(
    [1, 2].map(() => postDispute(harness, 'won', { reference, dispute: 'twice-1', amount: 10_000 })),
  )
  expect(await disputesOf(one.accountId)).toEqual([{ ...row, state: 'won', by: 'gateway' }])
  expect(await mailsOf(one.email)).toEqual(['disputed', 'dispute-won'])
  expect(await actionsOf(one.accountId)).toEqual(['dispute', 'dispute-won'])
})

test('a decision before the opening counts: won closes nothing, lost closes the account', async () => {
  const won = await renewedAccount(harness)
  await postDispute(harness, 'won', { ...won, dispute: 'early-won' })
  await postDispute(harness, 'opened', { ...won, dispute: 'early-won', ...facts })
  expect(await standingOf(harness, won)).toMatchObject({ status: 'active', isMarked: false })
  expect(await disputesOf(won.accountId)).toMatchObject([{ state: 'won', lost: 0, ...facts }])
  expect(await mailsOf(won.email)).toEqual([])

  const lost = await renewedAccount(harness)
  await postDispute(harness, 'lost', { ...lost, dispute: 'early-lost' })
  await postDispute(harness, 'opened', { ...lost, dispute: 'early-lost', ...facts })
  expect(await standingOf(harness, lost)).toMatchObject({ status: 'canceled', isMarked: true })
  expect(await disputesOf(lost.accountId)).toMatchObject([{ state: 'lost', lost: 14_900, ...facts }])
  expect(await mailsOf(lost.email)).toEqual(['dispute-lost'])
})

test('of two decisions the later one by the gateway’s clock wins, in any order', async () => {
  const one = await renewedAccount(harness)
  const said = { reference: one.reference, dispute: 'changed-mind' }
  const [first, second] = [new Date('2026-12-20T10:00:00Z'), new Date('2026-12-21T10:00:00Z')]
  await postDispute(harness, 'opened', said)
  await postDispute(harness, 'lost', { ...said, at: second })
  await postDispute(harness, 'won', { ...said, at: first })
  expect(await disputesOf(one.accountId)).toMatchObject([{ state: 'lost', lost: 14_900 }])
  await postDispute(harness, 'won', { ...said, at: new Date('2026-12-22T10:00:00Z') })
  expect(await disputesOf(one.accountId)).toMatchObject([{ state: 'won', lost: 0 }])
  expect(await standingOf(harness, one)).toMatchObject({ status: 'active', isMarked: false })
  await postDispute(harness, 'lost', { ...said, at: new Date('2026-12-23T10:00:00Z') })
  expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', isMarked: true })
})

test('a notice without the dispute’s id belongs to the same dispute as the next one with it', async () => {
  const one = await renewedAccount(harness)
  await postDispute(harness, 'opened', { reference: one.reference })
  await postDispute(harness, 'won', { reference: one.reference, dispute: 'named-late' })
  expect(await disputesOf(one.accountId)).toMatchObject([{ reference: 'named-late', state: 'won' }])
})

/** An account with two paid renewals. */
async function renewedTwice() {
  const one = await renewedAccount(harness)
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  return { ...one, second: (await lastCharge(harness, one)).reference }
}

test('with several open disputes the account stays closed until the last one is won', async () => {
  const one = await renewedTwice()
  const before = await standingOf(harness, one)
  await postDispute(harness, 'opened', { reference: one.reference, dispute: 'both-1' })
  await postDispute(harness, 'opened', { reference: one.second, dispute: 'both-2' })
  expect(await mailsOf(one.email)).toEqual(['disputed'])
  await postDispute(harness, 'won', { reference: one.reference, dispute: 'both-1' })
  expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', isMarked: true })
  await postDispute(harness, 'won', { reference: one.second, dispute: 'both-2' })
  expect(await standingOf(harness, one)).toEqual(before)
})

test('a lost dispute keeps the account closed, whatever happens to the others', async () => {
  const one = await renewedTwice()
  await postDispute(harness, 'opened', { reference: one.reference, dispute: 'mixed-1' })
  await postDispute(harness, 'opened', { reference: one.second, dispute: 'mixed-2' })
  await postDispute(harness, 'lost', { reference: one.second, dispute: 'mixed-2' })
  await postDispute(harness, 'won', { reference: one.reference, dispute: 'mixed-1' })
  expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', isMarked: true })
})

test('an operator’s own fraud mark stays, and an account reopened by an operator stays open', async () => {
  const marked = await renewedAccount(harness)
  await postDispute(harness, 'opened', marked)
  await byOperator.markFraud(harness, marked)
  await postDispute(harness, 'won', marked)
  expect(await standingOf(harness, marked)).toMatchObject({ status: 'canceled', isMarked: true })
  // Removing the mark restores the account's state before the dispute.
  await byOperator.undoFraud(harness, marked)
  expect(await standingOf(harness, marked)).toMatchObject({
    status: 'active',
    subscriptionId: marked.subscriptionId,
  })

  const opened = await renewedAccount(harness)
  await postDispute(harness, 'opened', opened)
  await byOperator.undoFraud(harness, opened)
  const before = await standingOf(harness, opened)
  expect(before).toMatchObject({ status: 'active', subscriptionId: opened.subscriptionId })
  await postDispute(harness, 'lost', opened)
  expect(await standingOf(harness, opened)).toEqual(before)
})

test('a dispute lost long ago does not affect a later one', async () => {
  const one = await renewedTwice()
  await postDispute(harness, 'opened', { reference: one.reference, dispute: 'old-1' })
  await postDispute(harness, 'lost', { reference: one.reference, dispute: 'old-1' })
  await byOperator.undoFraud(harness, one)
  harness.clock.advance(DAY)
  const before = await standingOf(harness, one)
  await postDispute(harness, 'opened', { reference: one.second, dispute: 'old-2' })
  await postDispute(harness, 'won', { reference: one.second, dispute: 'old-2' })
  expect(await standingOf(harness, one)).toEqual(before)
})

test('a dispute about an unknown charge is accepted and logged', async () => {
  expect((await postDispute(harness, 'opened', { reference: 'not-ours-7' })).statusCode).toBe(200)
  expect(harness.logged()).toContain('not-ours-7')
})

test('after an operator records a dispute as won, the gateway’s notice of a part counts', async () => {
  const one = await renewedAccount(harness)
  await postDispute(harness, 'opened', { reference: one.reference, dispute: 'in-part', amount: 14_900 })
  const said = {
    reference: 'in-part',
    state: 'won',
    words: 'The bank wrote to us',
    actor: 'operator:tests',
  } as const
  await decideByOperator(harness, said)
  await postDispute(harness, 'won', {
    reference: one.reference,
    dispute: 'in-part',
    amount: 14_900,
    won: 10_000,
  })
  expect(await disputesOf(one.accountId)).toMatchObject([{ state: 'won', lost: 4_900, by: 'gateway' }])
  expect(await mailsOf(one.email)).toEqual(['disputed', 'dispute-won'])
})
