import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskAccountValues } from '#contract/desk/account.ts'
import type { FoundValues } from '#contract/desk/find.ts'
import { find } from '#contract/desk/find.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { makePastDue } from '#server/test-kit/past-due.ts'
import { addBackupCard, type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness({ environment: { DESK_PORT: '3001' } })
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const accountOf = async ({ pin }: Subscribed) =>
  (await (await desk.as('reader')).get(`/desk/accounts/${pin}/`)).values as unknown as DeskAccountValues
const setCard = (which: 'first' | 'backup', { accountId }: Subscribed, because: string, told: string) =>
  harness.db.run(sql`
    update cards set refused_because = nullif(${because}, ''), refused_at = case when ${because} <> '' then ${harness.clock.now()}::timestamptz end,
      bank_told = nullif(${told}, ''), bank_told_at = case when ${told} <> '' then ${harness.clock.now()}::timestamptz end
    where account_id = ${accountId} and is_backup = ${which === 'backup'}`)

test('a reader sees both cards: when each was added, its state, and what the bank told us', async () => {
  const one = await subscribe(harness)
  await addBackupCard(harness, one)
  await setCard('first', one, '', 'date')
  await setCard('backup', one, 'stolen', '')
  const at = { text: 'Nov 15, 2026, 9:00 AM', utc: '2026-11-15 15:00:00 UTC' }
  const { cards, open } = await accountOf(one)
  expect(cards).toEqual([
    {
      which: 'first',
      name: 'Visa ending in 1111',
      expires: '12/2039',
      added: at,
      state: { text: 'Can be charged', tone: 'good' },
      told: [{ text: 'New expiry date from the bank,', at }],
    },
    {
      which: 'backup',
      name: 'Mastercard ending in 4444',
      expires: '12/2039',
      added: at,
      state: { text: 'Refused for good', tone: 'bad' },
      told: [{ text: 'Bank: card reported stolen, since', at }],
    },
  ])
  expect(open).toMatchObject([
    {
      text: 'The backup card is refused for good',
      more: 'Mastercard ending in 4444 · Bank: card reported stolen, since Nov 15, 2026, 9:00 AM',
    },
  ])
})

test('a card whose account is closed is told once; with an unpaid bill, the bill says so itself', async () => {
  const one = await makePastDue(harness)
  await setCard('first', one, 'closed', 'closed')
  const { cards, open } = await accountOf(one)
  expect(cards).toMatchObject([
    { state: { text: 'Refused for good' }, told: [{ text: 'Bank: account closed, since' }] },
  ])
  expect(open.map(({ text }) => text)).toEqual([expect.stringContaining('is unpaid')])
})

test('a refused first card is named as among the cards', async () => {
  const one = await subscribe(harness)
  await setCard('first', one, 'stolen', '')
  expect((await accountOf(one)).open).toMatchObject([{ text: 'The first card is refused for good' }])
})

test('a backup card that expires before the next charge is open, as the first card is', async () => {
  const one = await subscribe(harness)
  await addBackupCard(harness, one, { expires: [11, 2026] })
  const shown = async () => {
    const { cards, open } = await accountOf(one)
    return [cards[1]?.state.text, open.map(({ text }) => text)]
  }
  const open = ['The backup card expires in 11/2026, before the next charge']
  expect(await shown()).toEqual(['Expires before the next charge', open])
  harness.clock.set('2026-12-01T12:00:00Z')
  expect(await shown()).toEqual(['Expired', open])
})

test('an account without a card on file has none', async () => {
  const one = await subscribe(harness)
  await harness.db.run(sql`update cards set replaced_at = now() where account_id = ${one.accountId}`)
  expect((await accountOf(one)).cards).toEqual([])
})

test('a card that was found says whether it is the backup, refused or replaced, and when it expires', async () => {
  const one = await subscribe(harness, { number: '378282246310005' })
  await addBackupCard(harness, one, { number: '6011000990139424' })
  await setCard('backup', one, 'closed', 'closed')
  const whatOf = async (lastFour: string) => {
    const { body } = await (await desk.as('reader')).send(find, { text: lastFour })
    const { groups } = body.data as FoundValues
    const rows = groups.find(({ kind }) => kind === 'card')?.rows ?? []
    return rows.map(({ what, matched }) => `${what}: ${matched.before}${matched.hit}${matched.after}`)
  }
  expect(await whatOf('0005')).toEqual([expect.stringMatching(/^Card: .+ ending 0005, expires 12\/2039$/)])
  expect(await whatOf('9424')).toEqual([
    'Backup card, refused for good: Discover ending 9424, expires 12/2039',
  ])
  await harness.db.run(sql`update cards set replaced_at = now() where account_id = ${one.accountId}`)
  expect(await whatOf('9424')).toEqual(['Replaced card: Discover ending 9424, expires 12/2039'])
})
