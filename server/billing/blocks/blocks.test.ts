import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { refuseHeld } from '#server/billing/orders/decide-held.ts'
import { tidy } from '#server/features/background/tidying/tidy.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, HELD_CARD, holdSignUp } from '#server/test-kit/held-sign-ups.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'
import { normalizeRange, rangesAround } from './address-range.ts'
import { addBlock, type BlockKind, blockedValue, listBlocks, removeBlock } from './blocks.ts'

const REFUSED = expect.stringContaining('We cannot take this payment online, and nothing was charged.')
let harness: Harness
beforeEach(async () => {
  harness = await openHarness({ now: '2026-11-15T15:00:00Z' })
})
afterEach(() => harness.close())

const submit = (changes: Parameters<typeof goodSignUp>[0] = {}, address = freshIp()) =>
  send(harness, submitSignUp, goodSignUp(changes), { address })
const onDevice = (device: string) => ({ SEONPayload: btoa(JSON.stringify({ device })) })
const actor = 'operator:tests'
const block = (kind: BlockKind, typed: string, day = '2026-11-20', reason = 'stolen cards') => {
  const value = String(blockedValue(kind, typed))
  return addBlock(harness.db, { kind, value, until: new Date(day), reason, actor }, harness.clock.now())
}
const listed = () => listBlocks(harness.db, harness.clock.now(), 100)
const lastAction = async () =>
  (
    await harness.db.one<{ action: string }>(sql`
    select action from audit where actor = ${actor} order by id desc limit 1`)
  ).action
const countVaulted = async () => harness.db.one(sql`select count(*) from sandbox_cards`)

test.each([
  ['its address', ['address', '198.51.100.7'], {}, '198.51.100.7', '198.51.100.8'],
  ['a range around it', ['address', '198.51.100.77/24'], {}, '198.51.100.7', '198.51.101.7'],
  ['its IPv6 network', ['address', '2001:DB8:0:1::5'], {}, '2001:db8:0:1:aaaa::1', '2001:db8:0:2::1'],
  ['its device', ['device', 'machine one'], onDevice('machine one'), '198.51.100.7', '198.51.100.7'],
] as const)(
  'a sign-up is refused by %s until the block ends, before any bank and without the reason',
  async (_, what, changes, from, other) => {
    await block(what[0], what[1])
    expect(await lastAction()).toBe('block-added')
    const refused = await submit(changes, from)
    expect([refused.status, refused.body.errors]).toEqual([400, REFUSED])
    expect(await countVaulted()).toEqual({ count: 0 })
    expect(harness.logged()).toContain('blocked address or device')
    expect((await submit({}, other)).status).toBe(200)
    harness.clock.advance(5 * DAY)
    expect((await submit(changes, from)).status).toBe(200)
  },
)

test('a card is refused by its identifier on every form and with any expiry, without a charge', async () => {
  await block('card', 'sandbox-number-of-fraud')
  const refused = await submit({ number: HELD_CARD, expiration_date_0: '3' })
  expect([refused.status, refused.body.errors]).toEqual([400, REFUSED])
  const { email } = await subscribe(harness)
  const owner = await signedInAs(harness, { email })
  const card = {
    ...{
      number: HELD_CARD,
      holder: 'Sam Doe',
      expiration_date_0: '12',
      expiration_date_1: '2030',
      cvv: '123',
    },
    ...{ country_code_alpha2: 'US', street_address: '1 Elm Street', locality: 'Chicago', region: 'IL' },
    postal_code: '60601',
  }
  const changed = await owner.send(updateCard, { ...card, open_cents: 0 })
  expect([changed.status, changed.body.errors]).toEqual([400, REFUSED])
  expect(harness.logged()).toContain('blocked card')
})

test('lists active blocks; a removed block ends, and ended ones are deleted', async () => {
  await block('device', 'one')
  await block('device', 'two')
  await block('device', 'one', '2026-11-18', 'sooner')
  expect(await listed()).toMatchObject([
    { kind: 'device', value: 'one', reason: 'stolen cards', by: 'operator:tests' },
    { kind: 'device', value: 'two' },
  ])
  const id = (await listed())[0]?.id ?? 0
  expect(await removeBlock(harness.db, { id, actor, reason: 'A mistake' }, harness.clock.now())).toBe(true)
  expect(await lastAction()).toBe('block-removed')
  expect(await removeBlock(harness.db, { id, actor, reason: 'A mistake' }, harness.clock.now())).toBe(false)
  expect(await listed()).toMatchObject([{ value: 'two' }])
  expect((await submit(onDevice('one'))).status).toBe(200)
  harness.clock.advance(5 * DAY)
  expect(await listed()).toEqual([])
  await tidy(harness)
  expect(await harness.db.many(sql`select id from blocks`)).toEqual([])
})

test('a refusal can block the card, the device and the ip of the sign-up', async () => {
  await addFraudAccount(harness)
  const { id } = await holdSignUp(harness, onDevice('a machine'))
  const refusal = { orderId: id, reason: 'stolen', actor, blockUntil: new Date('2026-12-01') }
  expect(await refuseHeld(harness, refusal)).toEqual({ blocked: 3 })
  const kinds = (await listed()).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['address', 'card', 'device'])
  harness.clock.advance(HOUR)
  expect((await submit(onDevice('a machine'))).body.errors).toEqual(REFUSED)
})

test('an unsuitable block is refused with a message', () => {
  for (const range of ['10.0.0.0/4', 'here'])
    expect(blockedValue('address', range)).toMatchObject({
      errors: expect.stringContaining('not an IP address'),
    })
  for (const number of [
    '4111 1111 1111 1111',
    '4111.1111.1111.1111',
    'Visa 4111-1111-1111-1111, 12/29 123',
    '٤١١١ ١١١١ ١١١١ ١١١١',
    '４１１１１１１１１１１１１１１１',
  ])
    expect(blockedValue('card', number), number).toMatchObject({
      errors: expect.stringContaining('This is a card number'),
    })
  // The identifier of a number may happen to have the digits of one.
  for (const identifier of ['4a1b1c1d1e1f1a1b1c1d1e1f1a1b1c1d', 'a4111111111111111b2c3d4e5f607182'])
    expect(blockedValue('card', identifier)).toBe(identifier)
})

test('every ip is in the ranges around it', () => {
  for (const range of ['10.0.0.0/8', '10.20.0.0/14', '10.20.30.40'])
    expect(rangesAround('10.20.30.40')).toContain(normalizeRange(range))
  for (const range of ['2001:db8::/32', '2001:db8:0:1::/64', '2001:db8:0:1::5/128', '2000::/16'])
    expect(rangesAround('2001:db8:0:1::5').includes(normalizeRange(range) ?? '')).toBe(range !== '2000::/16')
  expect(normalizeRange('192.0.2.77/24')).toBe('192.0.2.0/24')
  expect(rangesAround('unknown')).toEqual([])
})
