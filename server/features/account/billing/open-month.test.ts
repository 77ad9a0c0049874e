import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type AccountPageName, accountPages } from '#contract/accounts/account-pages.ts'
import type { Role } from '#contract/accounts/roles.ts'
import { payOpen } from '#contract/features/billing.ts'
import { pages } from '#contract/pages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, later } from '#server/ports/clock.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { makePastDue, OPEN } from '#server/test-kit/past-due.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const number = expect.any(String)
const payable = {
  cents: 14_900,
  number,
  isConfirming: false,
  card: { id: expect.any(Number), brand: 'Visa', lastFour: '0341' },
}

async function personOf({ accountId }: Subscribed, role: Role) {
  const email = freshEmail()
  await addAgent(harness.db, accountId, { email, role })
  return openBrowser(harness, email)
}

/** The newest month is being charged for an hour. */
const charge = ({ subscriptionId }: Subscribed) =>
  harness.db.run(sql`
    update periods set state = 'charging', next_try_at = ${later(harness.clock.now(), HOUR)}
    where id = (select max(id) from periods where subscription_id = ${subscriptionId})`)

test.each(['owner', 'billing'] as const)(
  'past due, every page tells people who may pay what is due: %s',
  async (role) => {
    const one = await makePastDue(harness)
    const person = role === 'owner' ? await openBrowser(harness, one.email) : await personOf(one, role)
    const reachable: AccountPageName[] = ['passkeys', 'email-bounced']
    if (role === 'owner') reachable.push('cancel')
    for (const name of reachable) {
      const { openMonth } = valuesIn((await person.open(accountPages[name].path)).text)
      expect([name, openMonth]).toEqual([name, payable])
    }
  },
)

test('a card that its bank has refused for good is not offered; the backup then is, and only then', async () => {
  const one = await makePastDue(harness)
  const owner = await openBrowser(harness, one.email)
  const shown = async () => valuesIn((await owner.open(pages.passkeys)).text).openMonth
  const refuse = (isBackup: boolean) =>
    harness.db.run(sql`
      update cards set refused_because = 'closed', refused_at = ${harness.clock.now()}
      where account_id = ${one.accountId} and is_backup = ${isBackup}`)
  await harness.db.run(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, is_backup,
      created_at)
    select account_id, gateway, 'backup-of-' || gateway_token, 'Mastercard', '4444', holder, 12, 2039, true, created_at
    from cards where account_id = ${one.accountId}`)
  expect(await shown()).toEqual(payable)
  await refuse(false)
  expect(await shown()).toEqual({
    ...payable,
    card: { id: expect.any(Number), brand: 'Mastercard', lastFour: '4444' },
  })
  await refuse(true)
  expect(await shown()).toEqual({ ...payable, card: null })
})

test('while the bank confirms it, others read who can pay, and no amount', async () => {
  const one = await subscribe(harness)
  await charge(one)
  const owner = await openBrowser(harness, one.email)
  const seen = valuesIn((await owner.open(pages.security)).text).openMonth
  expect(seen).toMatchObject({ cents: 14_900, isConfirming: true })
  for (const role of ['admin', 'user'] as const) {
    const { text } = await (await personOf(one, role)).open(pages.security)
    expect(valuesIn(text).openMonth).toEqual({
      isConfirming: true,
      whoPays: 'Only the owner or a billing manager of the account can pay.',
    })
    // Not any 149: an account number may contain it.
    expect(text).not.toMatch(/149\.00|14900/)
  }
})

test('once it is paid, the line is gone and the account active', async () => {
  const one = await makePastDue(harness)
  const owner = await openBrowser(harness, one.email)
  expect((await owner.call(payOpen, OPEN)).status).toBe(200)
  expect(valuesIn((await owner.open(pages.passkeys)).text)).toMatchObject({
    openMonth: null,
    statusId: 'active',
    scope: 'account',
  })
})

test('the line costs no statement, whether a month is open or not', async () => {
  const spies = [vi.spyOn(harness.db, 'one'), vi.spyOn(harness.db, 'maybe'), vi.spyOn(harness.db, 'many')]
  const one = await subscribe(harness)
  const owner = await openBrowser(harness, one.email)
  const statementsOf = async () => {
    for (const spy of spies) spy.mockClear()
    const { text } = await owner.open(pages.security)
    const statements = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    return { statements, isOpen: valuesIn(text).openMonth !== null }
  }
  await statementsOf()
  const { statements } = await statementsOf()
  await charge(one)
  expect(await statementsOf()).toEqual({ statements, isOpen: true })
  for (const spy of spies) spy.mockRestore()
})
