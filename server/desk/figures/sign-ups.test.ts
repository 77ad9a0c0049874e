import { expect, test } from 'vitest'
import { lookUpEmail, saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { countSeats } from '#server/features/background/figures/count-seats.ts'
import { tidy } from '#server/features/background/tidying/tidy.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { addUp, sumAll, sumsOf, withBooksChecked } from '#server/test-kit/figures.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import type { Harness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'
import { showFigures } from './figures.ts'
import { listEntries } from './list-entries.ts'

let harness: Harness
withBooksChecked((opened) => {
  harness = opened
})

type Form = ReturnType<typeof goodSignUp> | ReturnType<typeof goodLegacySignUp>

/** One visitor, who goes as far as given. */
async function visit(form: Form, steps: ('email' | 'details' | 'payment')[]): Promise<void> {
  const address = freshIp()
  let headers = {}
  for (const step of steps) {
    const { status, cookies } =
      step === 'email'
        ? await send(harness, lookUpEmail, { email: String(form.email) }, { address, headers })
        : await send(harness, step === 'details' ? saveUnfinishedSignUp : submitSignUp, form as never, {
            address,
            headers,
          })
    expect(status).toBeLessThan(300)
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
    if (cookie.length > 0) headers = { cookie: cookie.join('; ') }
  }
}

test('a sign-up step counts once per visitor, by wizard as soon as it is known', async () => {
  await visit(goodSignUp(), ['email', 'email'])
  await visit(goodSignUp(), ['email', 'details', 'details'])
  await visit(goodSignUp(), ['email', 'details', 'payment'])
  await visit(goodLegacySignUp(), ['email', 'details', 'payment'])
  expect(await sumsOf(harness, '2026-11')).toMatchObject({
    email: { entries: 4 },
    details: { entries: 3 },
    'details-new': { entries: 2 },
    'details-legacy': { entries: 1 },
    payment: { entries: 2 },
    paid: { entries: 2 },
    'paid-new': { entries: 1 },
    'paid-legacy': { entries: 1 },
    new: { entries: 2 },
  })
})

test('a step links to its account, or to the email while that is stored', async () => {
  const [paying, leaving] = [goodSignUp(), goodSignUp()]
  await visit(paying, ['email', 'details', 'payment'])
  await visit(leaving, ['email', 'details'])
  await sumAll(harness)
  const list = async () =>
    listEntries(
      harness.db,
      { figure: 'details', month: '2026-11-01', part: '' },
      { asOf: harness.clock.now(), recoveryAsOf: harness.clock.now() },
      { after: undefined, atMost: 10 },
    )
  expect(await list()).toMatchObject([
    { account: { company: 'North Shore Realty' } },
    { account: null, email: leaving.email },
  ])
  harness.clock.advance(91 * DAY)
  await tidy(harness)
  expect(await list()).toMatchObject([{ account: {} }, { account: null, email: '' }])
})

test('unassigned seats are counted in batches, and a removed person has none', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, lead: 4 } })
  await addAgent(harness.db, one.accountId, { email: freshEmail(), role: 'user' })
  const removedId = await addAgent(harness.db, one.accountId, { email: freshEmail(), role: 'user' })
  await harness.db.run(sql`update agents set removed_at = ${harness.clock.now()} where id = ${removedId}`)
  await subscribe(harness)
  const ended = await subscribe(harness, { plan: { triple: 1, lead: 3 } })
  await harness.db.run(
    sql`update subscriptions set ended_at = ${harness.clock.now()} where id = ${ended.subscriptionId}`,
  )
  await sumAll(harness)
  expect((await showFigures(harness)).seats).toMatchObject({ accounts: 1, unused: 2, cents: 2_000 })
  expect(await addUp(harness, 'unused-seats', '2026-11-01')).toEqual({ entries: 2, cents: 2_000 })
  await addAgent(harness.db, one.accountId, { email: freshEmail(), role: 'user' })
  await countSeats(harness)
  expect((await showFigures(harness)).seats).toMatchObject({ unused: 2 })
  harness.clock.advance(7 * HOUR)
  await countSeats(harness)
  expect((await showFigures(harness)).seats).toMatchObject({ accounts: 1, unused: 1, cents: 1_000 })
  expect(await addUp(harness, 'unused-seats', '2026-11-01')).toEqual({ entries: 1, cents: 1_000 })
})

test('without events there are no figures, and the page says whether they are being computed', async () => {
  expect(await showFigures(harness)).toMatchObject({ state: 'computing', months: [], seats: null })
  await sumAll(harness)
  expect(await showFigures(harness)).toMatchObject({ state: 'none', months: [] })
  await subscribe(harness)
  await sumAll(harness)
  expect(await showFigures(harness)).toMatchObject({ state: 'computed' })
})
