import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing.ts'
import { saveUnfinishedSignUp, signUpContext, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { pages } from '#contract/pages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { makePastDue, payLinkOf } from '#server/test-kit/past-due.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'

const CHOOSE = ['Choose one of the listed options']
let harness: Harness
let canada: Harness
beforeAll(async () => {
  harness = await openHarness()
  canada = await openHarness({ environment: { SALES_COUNTRIES: 'ca' } })
})
afterAll(async () => {
  await harness.close()
  await canada.close()
})

const inOntario = {
  state: 'ON',
  zip_code: 'K1A 0B1',
  country_code_alpha2: 'CA',
  same_billing_address: true,
}

test('call 4 lists the countries on sale and only their states', async () => {
  const both = (await send(harness, signUpContext, {})).body
  expect(both.countries).toEqual([
    { value: 'US', displayValue: 'United States' },
    { value: 'CA', displayValue: 'Canada' },
  ])
  expect(both.states).toHaveLength(65)
  const one = (await send(canada, signUpContext, {})).body as typeof both & { states: { country: string }[] }
  expect(one.countries).toEqual([{ value: 'CA', displayValue: 'Canada' }])
  expect(one.states).toHaveLength(13)
  expect(new Set(one.states.map(({ country }) => country))).toEqual(new Set(['CA']))
})

test.each(['/sign-up/step-1', '/sign-up/step-1?single=1'])(
  'the page at %s has the same lists in its first HTML',
  async (url) => {
    const { body } = await canada.app.inject({ url })
    expect(body).toContain('"countries":[{"value":"CA","displayValue":"Canada"}]')
    expect(body).not.toContain('"displayValue":"Alabama"')
    const { body: anywhere } = await harness.app.inject({ url })
    expect(anywhere).toContain(
      '"countries":[{"value":"US","displayValue":"United States"},{"value":"CA","displayValue":"Canada"}]',
    )
  },
)

test('an address, market or card elsewhere is refused at its field, in every call', async () => {
  const ask = (call: typeof submitSignUp | typeof saveUnfinishedSignUp, body: object) =>
    send(canada, call, body as never, { address: freshIp() })
  expect((await ask(submitSignUp, goodSignUp())).body.errors).toEqual({ customer_form: { state: CHOOSE } })
  expect((await ask(saveUnfinishedSignUp, goodSignUp())).body.errors).toEqual({
    customer_form: { state: CHOOSE },
  })
  const market = { market_country: 'US', market_state: 'IL' }
  for (const call of [submitSignUp, saveUnfinishedSignUp])
    expect((await ask(call, goodLegacySignUp({ ...inOntario, ...market }))).body.errors).toEqual({
      sign_up_form: { market_country: CHOOSE, market_state: CHOOSE },
    })
  const elsewhere = {
    ...inOntario,
    country_code_alpha2: 'US',
    same_billing_address: false,
    street_address: '1 A',
    locality: 'Mobile',
    region: 'AL',
    postal_code: '36602',
  }
  expect((await ask(submitSignUp, goodSignUp(elsewhere))).body.errors).toEqual({
    payment_form: { country_code_alpha2: CHOOSE },
  })
})

test('a sign-up from Canada is stored and billed with its postal code in the usual format', async () => {
  const email = freshEmail()
  const body = goodSignUp({ ...inOntario, zip_code: 'k1a0b6', email, confirmEmail: email })
  expect((await send(canada, submitSignUp, body, { address: freshIp() })).status).toBe(200)
  const { address } = await canada.db.one<{ address: string }>(sql`
    select concat_ws(' ', a.state, a.zip_code, a.country) as address
    from accounts a join agents g on g.account_id = a.id where g.email = ${email}`)
  expect(address).toBe('ON K1A 0B6 CA')
})

test("a card form begins with the account's country for everyone", async () => {
  const countriesOf = (html: string) => {
    const { countries } = valuesIn(html) as unknown as { countries: { value: string }[] }
    return countries.map(({ value }) => value)
  }
  const one = await makePastDue(harness)
  const link = await payLinkOf(harness, one)
  const everywhere = async () => {
    const owner = await openBrowser(harness, one.email)
    const opened = [await owner.open(pages.billing), await owner.open(pages.pay, { linkToken: link })]
    return opened.map(({ text }) => [countriesOf(text), countryChosenIn(text)])
  }
  expect(await everywhere()).toEqual(Array(2).fill([['US', 'CA'], 'US']))
  await harness.db.run(sql`update accounts set state = 'ON', country = 'CA' where id = ${one.accountId}`)
  expect(await everywhere()).toEqual(Array(2).fill([['CA', 'US'], 'CA']))
})

const countryChosenIn = (html: string) => /<option value="(\w\w)" selected/.exec(html)?.[1]

test('a card in the account is billed where the service is sold', async () => {
  const email = freshEmail()
  await addAccount(canada.db, { email })
  const owner = await openBrowser(canada, email)
  const card = {
    number: '4111-1111-1111-1111',
    holder: 'Dana Whitfield',
    expiration_date_0: '12',
    expiration_date_1: '2030',
    cvv: '123',
    country_code_alpha2: 'US',
    postal_code: '36602',
    open_cents: 0,
  }
  const refused = await owner.call(updateCard, card as never)
  expect(refused.body).toEqual({ errors: { country_code_alpha2: CHOOSE } })
  const taken = await owner.call(updateCard, {
    ...card,
    country_code_alpha2: 'CA',
    postal_code: 'K1A 0B1',
  } as never)
  expect(taken.status).toBe(200)
})
