import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import type { DeclineReason } from '#server/ports/payments.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addBackupCard, type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'
import { listCardStates, showCardNews } from './card-states.ts'
import { MOST_TRIES } from './card-tries.ts'
import { exchangeCards, findCards } from './cards.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const now = () => harness.clock.now()
const newsOf = ({ accountId }: Subscribed) => showCardNews(harness.db, accountId, now())
const statesOf = ({ accountId }: Subscribed) => listCardStates(harness.db, accountId, now())
const usable = { bankTold: null, hasExpired: false, freeFrom: null }
const tell = (cardId: number, told: string, because: DeclineReason | null = null) =>
  harness.db.run(sql`
    update cards set bank_told = ${told}, bank_told_at = ${now()}, refused_because = ${because},
      refused_at = ${because && now()}
    where id = ${cardId}`)

test('without a backup card there is nothing to say of one', async () => {
  expect(await newsOf(await subscribe(harness))).toEqual({ first: usable, backup: null })
})

test('each card has its own news: what the bank told us of the backup is not said of the first card', async () => {
  const one = await subscribe(harness)
  await tell(await addBackupCard(harness, one), 'date')
  expect(await newsOf(one)).toEqual({ first: usable, backup: { ...usable, bankTold: 'date' } })
})

test('that an account is closed is said as long as the bank refuses the card for it', async () => {
  const one = await subscribe(harness)
  const backup = await addBackupCard(harness, one)
  await tell(backup, 'closed', 'closed')
  expect((await newsOf(one)).backup?.bankTold).toBe('closed')
  await tell(backup, 'closed')
  expect((await newsOf(one)).backup?.bankTold).toBeNull()
})

test('a backup card that was declined too often names the minute from which it can be charged again', async () => {
  const one = await subscribe(harness)
  const backup = await addBackupCard(harness, one)
  await harness.db.run(sql`
    insert into charges (key, period_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month,
      expires_year, holder, outcome, reason, created_at)
    select 'try-' || c.id || '-' || n, p.id, c.account_id, c.gateway, c.gateway_token, 14900, c.brand, c.last_four, c.expires_month,
      c.expires_year, c.holder, 'declined', 'declined', ${now()}::timestamptz + make_interval(mins => n)
    from cards c join subscriptions s on s.account_id = c.account_id join periods p on p.subscription_id = s.id,
      generate_series(1, ${MOST_TRIES}::integer) n
    where c.id = ${backup}`)
  harness.clock.advance(DAY)
  expect(await newsOf(one)).toEqual({
    first: usable,
    backup: { ...usable, freeFrom: 'December 15, 2026, 9:02 AM Central' },
  })
  harness.clock.set(new Date('2026-12-15T15:02:00Z').toISOString())
  expect((await newsOf(one)).backup).toEqual(usable)
})

test('a card has expired once its month is over everywhere', async () => {
  const one = await subscribe(harness)
  await addBackupCard(harness, one, { expires: [11, 2026] })
  harness.clock.set('2026-12-01T11:59:00Z')
  expect((await newsOf(one)).backup?.hasExpired).toBe(false)
  harness.clock.advance(MINUTE)
  expect((await newsOf(one)).backup?.hasExpired).toBe(true)
})

test('a card exchanged with the other one keeps when it was added and what was said of it', async () => {
  const one = await subscribe(harness)
  harness.clock.advance(DAY)
  await tell(await addBackupCard(harness, one), 'closed', 'closed')
  harness.clock.advance(DAY)
  const { first, backup } = await findCards(harness.db, one.accountId)
  await exchangeCards(harness.db, { first, backup }, now(), { by: 'gateway', at: now() })
  expect(await statesOf(one)).toMatchObject([
    {
      which: 'first',
      lastFour: '4444',
      addedAt: new Date('2026-11-16T15:00:00Z'),
      refusedBecause: 'closed',
      refusedAt: new Date('2026-11-16T15:00:00Z'),
      bankTold: 'closed',
    },
    { which: 'backup', lastFour: '1111', addedAt: new Date('2026-11-15T15:00:00Z'), refusedBecause: null },
  ])
})
