import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeZones } from '#contract/calendar/time-zones.ts'
import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import { listingServices } from '#contract/catalogue/listing-services.ts'
import { centsToDollars } from '#contract/catalogue/money.ts'
import { itemKeys, linesOf, totalOf } from '#contract/catalogue/plan.ts'
import { lookUpEmail, saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { choose } from '#contract/features/sign-up/legacy-changes.ts'
import {
  boughtBy,
  type Change,
  complaintOfChoices,
  type Offer,
  type StepThree,
  signUpDataOf,
  startChoices,
} from '#contract/features/sign-up/legacy-choices.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import { type AccountType, accountTypes, type Package, packages } from '#contract/features/sign-up/options.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'
import { fc } from '../../../../scripts/properties.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness({ environment: { PASSWORD_HASHES_WAITING: '1000' } })
})
afterAll(() => harness.close())

type Body = ReturnType<typeof goodLegacySignUp>
const submit = (body: Body) => send(harness, submitSignUp, body, { address: freshIp() })
const errorsOf = async (changes: Partial<Body>) => (await submit(goodLegacySignUp(changes))).body.errors

const offer: Offer = {
  show_rl_alert_popup: true,
  show_nhs_alert_popup: false,
  show_pfcl_alert_popup: true,
  mls: listingServices,
}
const illinois = {
  industry: 'Real Estate',
  market_country: 'US',
  market_state: 'IL',
  mls: 'midwest-real-estate-data',
}
const yes: Change = { kind: 'answer', yes: true }

/** The choices on step three that let a person continue. */
function picksOf(type: AccountType, choice: Package, variant: StepThree): Change[] {
  const pick = (item: (typeof itemKeys)[number], quantity: number): Change => ({
    kind: 'quantity',
    item,
    quantity,
  })
  return [
    ...(type === 'multi_user' ? [pick('lead', 4), pick('triple', 2)] : [pick('triple', 1)]),
    ...(variant === 'licences' ? [pick('callrecording', 1), pick('callme', 1)] : []),
    ...(choice === 'dialer' ? [] : [pick('skip-tracer', 1), yes, pick('expired-leads', 1)]),
  ]
}

const combinations = accountTypes.flatMap((type) =>
  (Object.keys(packages) as Package[]).flatMap((choice) =>
    (['choices', 'licences'] as const).map((variant) => [type, choice, variant] as const),
  ),
)

test.each(combinations)(
  '%s with %s by %s becomes a paid account with exactly what was shown [ENT-07, ENT-16, ENT-17]',
  async (accountType, dataAndDialerChoice, stepThree) => {
    const changes: Change[] = [
      { kind: 'account', accountType },
      { kind: 'package', dataAndDialerChoice },
      { kind: 'market', market: illinois },
      { kind: 'variant', stepThree },
      ...picksOf(accountType, dataAndDialerChoice, stepThree),
    ]
    const choices = changes.reduce((before, change) => choose(before, change, offer), startChoices())
    const shown = linesOf(boughtBy(choices, offer), defaultPrices)
    expect(complaintOfChoices(choices, offer)).toBeUndefined()
    const { email, ...plan } = signUpDataOf(choices, offer)
    const answer = await submit(goodLegacySignUp({ ...plan, total: centsToDollars(totalOf(shown)) }))
    expect(answer.body).toEqual({ data: { status: 'registered', pin: expect.stringMatching(/^\d{6}$/) } })
    const { pin } = (answer.body as { data: { pin: string } }).data
    const { rows: bought } = await harness.db.pool.query(
      `select i.item as key, i.quantity, i.unit_price_cents as "unitPrice" from subscription_items i
       join subscriptions s on s.id = i.subscription_id join accounts a on a.id = s.account_id where a.pin = $1`,
      [pin],
    )
    expect(new Set(bought)).toEqual(
      new Set(shown.map(({ key, quantity, unitPrice }) => ({ key, quantity, unitPrice }))),
    )
    expect(
      await harness.db.one(sql`
        select a.status, a.time_zone, a.industry, a.market_country, a.market_state, a.mls, a.how_heard, i.total_cents
        from accounts a join invoices i on i.account_id = a.id where a.pin = ${pin}`),
    ).toEqual({
      status: 'pending',
      time_zone: 'US/Central',
      ...illinois,
      how_heard: ['Coach'],
      total_cents: totalOf(shown),
    })
  },
)

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...accountTypes).map((accountType): Change => ({ kind: 'account', accountType })),
  fc
    .constantFrom(...(Object.keys(packages) as Package[]))
    .map((dataAndDialerChoice): Change => ({ kind: 'package', dataAndDialerChoice })),
  fc
    .constantFrom('midwest-real-estate-data', 'quad-city-area-realtor-association', '')
    .map((mls): Change => ({ kind: 'market', market: { ...illinois, mls } })),
  fc.constantFrom('choices', 'licences').map((stepThree): Change => ({ kind: 'variant', stepThree })),
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...itemKeys), fc.integer({ min: 0, max: 20 }))
      .map(([item, quantity]): Change => ({ kind: 'quantity', item, quantity })),
    weight: 8,
  },
  { arbitrary: fc.boolean().map((isYes): Change => ({ kind: 'answer', yes: isYes })), weight: 4 },
)

test('the server charges the subtotal shown for any choice, or refuses like step three [L3-24]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { maxLength: 25 }), async (changes) => {
      const choices = changes.reduce(
        (before, change) => choose(before, change, offer),
        choose(startChoices(), { kind: 'market', market: illinois }, offer),
      )
      const subtotal = totalOf(linesOf(boughtBy(choices, offer), defaultPrices))
      const { email, ...plan } = signUpDataOf(choices, offer)
      const answer = await submit(goodLegacySignUp({ ...plan, total: centsToDollars(subtotal) }))
      const complaint = complaintOfChoices(choices, offer)
      if (complaint) {
        expect(answer.body).toEqual({ errors: { sign_up_form: { dataAndDialerChoice: [complaint] } } })
        return
      }
      const { pin } = (answer.body as { data: { pin: string } }).data
      expect(
        await harness.db.one(sql`
          select c.amount_cents as cents from charges c join accounts a on a.id = c.account_id where a.pin = ${pin}`),
      ).toEqual({ cents: subtotal })
    }),
    { numRuns: 60 },
  )
})

test('the server repeats the checks of step three [L3-31, L3-32, WIR-17]', async () => {
  const said = (text: string) => ({ sign_up_form: { dataAndDialerChoice: [text] } })
  expect(await errorsOf({ dataAndDialerChoice: 'dialer', single_line_power_dialer_count: 0 })).toEqual(
    said(signUpMessages.chooseDialer),
  )
  expect(await errorsOf({ dataAndDialerChoice: 'data_and_dialer' })).toEqual(
    said(signUpMessages.chooseDataService),
  )
  expect(await errorsOf({ single_line_power_dialer_count: 0 })).toEqual(said(signUpMessages.chooseDialer))
  expect(await errorsOf({ single_line_power_dialer_count: 21, fsbo_data_feature: 2 })).toEqual({
    sign_up_form: {
      single_line_power_dialer_count: ['Choose a whole number from 0 to 20'],
      fsbo_data_feature: ['Choose a whole number from 0 to 1'],
    },
  })
  expect((await submit(goodLegacySignUp())).status).toBe(200)
})

test('a package has nothing that its name excludes; the licence variant has its own rules', async () => {
  const data = { dataAndDialerChoice: 'data', fsbo_data_feature: 1, total: 10 + 25 } as const
  expect(await errorsOf({ ...data, triple_line_power_dialer_count: 1 })).toEqual({
    sign_up_form: {
      single_line_power_dialer_count: [signUpMessages.noDialersInPackage],
      triple_line_power_dialer_count: [signUpMessages.noDialersInPackage],
    },
  })
  const dialer = { dataAndDialerChoice: 'dialer', frbo_data_feature: 1, total: 99 + 25 } as const
  expect(await errorsOf(dialer)).toEqual({
    sign_up_form: { frbo_data_feature: [signUpMessages.noDataInPackage] },
  })
  const allowed = [
    { ...data, single_line_power_dialer_count: 0 },
    { ...dialer, frbo_data_feature: 0, total: 99 },
    { ...dialer, dataAndDialerChoice: 'data_and_dialer' as const },
    { ...dialer, dataAndDialerChoice: undefined },
    { ...dialer, call_me_feature_count: 0 },
  ]
  for (const changes of allowed) expect(await errorsOf(changes)).toBeUndefined()
})

test('licenses stay within the seats only where call-me is mentioned [L3V-10, L3V-11, L3V-12]', async () => {
  const over = {
    hosted_lead_management_count: 2,
    single_line_power_dialer_count: 1,
    triple_line_power_dialer_count: 2,
    call_recording_feature_count: 3,
  }
  expect(await errorsOf({ ...over, call_me_feature_count: 3 })).toEqual({
    sign_up_form: {
      single_line_power_dialer_count: [signUpMessages.moreDialersThanSeats],
      call_recording_feature_count: [signUpMessages.moreRecordingThanSeats],
      call_me_feature_count: [signUpMessages.moreCallMeThanSeats],
    },
  })
  expect((await submit(goodLegacySignUp({ ...over, total: 20 + 89 + 278 + 75 }))).status).toBe(200)
  const shared = goodSignUp({ triple_line_power_dialer_count: 2, total: 10 + 278 })
  expect((await send(harness, submitSignUp, shared, { address: freshIp() })).status).toBe(200)
})

test('one user has one seat and one dialer; data belongs to a market that has it [L12-07, L3-09, L3-12]', async () => {
  expect(
    await errorsOf({
      accountType: 'single_user',
      hosted_lead_management_count: 2,
      single_line_power_dialer_count: 2,
    }),
  ).toEqual({
    sign_up_form: {
      hosted_lead_management_count: [signUpMessages.oneSeat],
      single_line_power_dialer_count: [signUpMessages.oneDialer],
    },
  })
  expect(await errorsOf({ market_country: 'CA', fsbo_data_feature: 1 })).toEqual({
    sign_up_form: { fsbo_data_feature: [signUpMessages.serviceNotOffered] },
  })
  expect(
    await errorsOf({ ...illinois, mls: 'quad-city-area-realtor-association', expired_data_feature: 1 }),
  ).toEqual({ sign_up_form: { expired_data_feature: [signUpMessages.serviceNotOffered] } })
})

const long = (length: number) => 'x'.repeat(length)
const required = [ruleMessages.required]

test('the customer must fill in everything that is required [L4-02..L4-05, L4-07..L4-10, L4-23, L4-24, VAL-18, VAL-19, VAL-21, VAL-22, VAL-25..VAL-29, VAL-33, VAL-35, VAL-36]', async () => {
  const blank = Object.fromEntries(Object.keys(goodLegacySignUp()).map((name) => [name, ''])) as Partial<Body>
  const { number, holder, cvv, total, idempotency_key, hosted_lead_management_count, ...rest } = blank
  const { single_line_power_dialer_count, ...texts } = rest
  const { emails_form, customer_form } = (await errorsOf({
    ...texts,
    coach: false,
    time_zone: '',
  })) as Record<string, object>
  expect(emails_form).toEqual({ email: required })
  expect(customer_form).toEqual({
    first_name: required,
    last_name: required,
    company: required,
    mobile_phone: required,
    address: required,
    city: required,
    state: required,
    zip_code: required,
    broker: [signUpMessages.chooseAtLeastOne],
    password: required,
    password2: required,
    time_zone: required,
    first_security_question: required,
    first_question_answer: required,
    second_security_question: required,
    second_question_answer: required,
  })
})

test('texts have their maximum lengths [VAL-18, VAL-19, VAL-21, VAL-25, VAL-26, VAL-28, VAL-29, VAL-36]', async () => {
  const most = {
    first_name: 59,
    last_name: 60,
    company: 255,
    address: 60,
    city: 60,
    first_question_answer: 255,
  }
  const cut = (extra: number) =>
    Object.fromEntries(Object.entries(most).map(([name, length]) => [name, long(length + extra)]))
  expect(await errorsOf({ ...cut(1), zip_code: '6060', email: `${long(50)}@example.com` })).toEqual({
    emails_form: { email: [ruleMessages.maxLength(59)] },
    customer_form: {
      ...Object.fromEntries(
        Object.entries(most).map(([name, length]) => [name, [ruleMessages.maxLength(length)]]),
      ),
      zip_code: [ruleMessages.isPostalCode],
    },
  })
  expect((await submit(goodLegacySignUp(cut(0)))).status).toBe(200)
})

test('phones have ten digits; the office phone is optional and may have any ten [L4-06, VAL-22, VAL-24]', async () => {
  expect(await errorsOf({ mobile_phone: '312555014', phone: '31255501481' })).toEqual({
    customer_form: { mobile_phone: [ruleMessages.minLength(10)], phone: [ruleMessages.maxLength(10)] },
  })
  expect(await errorsOf({ mobile_phone: '2222222222', phone: '2222222222' })).toEqual({
    customer_form: { mobile_phone: [ruleMessages.isPhone] },
  })
  const { body } = await submit(goodLegacySignUp({ mobile_phone: '(312) 555-0148', phone: '(312) 555-0149' }))
  const { pin } = (body as { data: { pin: string } }).data
  expect(
    await harness.db.one(sql`select mobile_phone, office_phone from accounts where pin = ${pin}`),
  ).toEqual({
    mobile_phone: '3125550148',
    office_phone: '3125550149',
  })
  expect((await submit(goodLegacySignUp({ phone: '' }))).status).toBe(200)
  expect((await submit(goodLegacySignUp({ phone: '312-555-1212' }))).status).toBe(200)
})

test('at least one source is required, and Other needs details [L4-12..L4-22, L4-27, L4-28]', async () => {
  expect(await errorsOf({ coach: false })).toEqual({
    customer_form: { broker: ['Please, choose at least one option'] },
  })
  expect(await errorsOf({ other_checkbox: true })).toEqual({ customer_form: { other: required } })
  const every = {
    broker: true,
    coach: true,
    friend_colleague: true,
    facebook_ad: true,
    facebook_group: true,
    google_search: true,
    integration_partner: true,
    past_client: true,
    youtube: true,
    other_checkbox: true,
    other: 'A podcast',
  }
  const { body } = await submit(goodLegacySignUp(every))
  const { pin } = (body as { data: { pin: string } }).data
  expect(
    await harness.db.one(sql`select how_heard, how_heard_other from accounts where pin = ${pin}`),
  ).toEqual({
    how_heard: [
      'Broker',
      'Coach',
      'Friend/Colleague',
      'Facebook Ad',
      'Facebook Group',
      'Google Search',
      'Integration Partner',
      'I am a previous client',
      'Youtube',
      'Other',
    ],
    how_heard_other: 'A podcast',
  })
})

test('accepts exactly the time zones of the list [L4-29, ENT-24]', async () => {
  expect(timeZones.map(({ value }) => value)).toEqual([
    'US/Eastern',
    'US/Central',
    'US/Arizona',
    'US/Mountain',
    'US/Pacific',
    'US/Alaska',
    'Pacific/Tahiti',
    'America/Halifax',
    'America/Puerto_Rico',
  ])
  for (const { value } of timeZones)
    expect((await submit(goodLegacySignUp({ time_zone: value }))).status).toBe(200)
  expect(await errorsOf({ time_zone: 'Europe/Berlin' })).toEqual({
    customer_form: { time_zone: [ruleMessages.notAChoice] },
  })
})

test('requires the card and its address; a holder may be long here [L5-02..L5-12, VAL-39]', async () => {
  const names = [
    'number',
    'holder',
    'expiration_date_0',
    'expiration_date_1',
    'cvv',
    'country_code_alpha2',
    'street_address',
    'locality',
    'region',
    'postal_code',
  ]
  const blank = Object.fromEntries(names.map((name) => [name, ''])) as Partial<Body>
  expect(await errorsOf({ ...blank, terms_and_conditions: false })).toEqual({
    payment_form: {
      ...Object.fromEntries(names.map((name) => [name, required])),
      terms_and_conditions: [signUpMessages.termsNotAccepted],
    },
  })
  expect((await submit(goodLegacySignUp({ holder: long(90) }))).status).toBe(200)
})

test('an unfinished legacy sign-up is saved, and replaced by the paid one [WIR-14]', async () => {
  const form = goodLegacySignUp({ email: `unfinished-${process.pid}@example.com` })
  const saved = await send(harness, saveUnfinishedSignUp, form, { address: freshIp() })
  expect(saved.body).toEqual({ data: { status: 'pending' } })
  const lookedUp = await send(harness, lookUpEmail, { email: form.email ?? '' }, { address: freshIp() })
  expect(lookedUp.body).toMatchObject({ data: { status: 'busy.pending' } })
  expect((await submit(form)).status).toBe(200)
})
