// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as paymentMessages from '#contract/billing/messages.ts'
import {
  lookUpEmail,
  saveUnfinishedSignUp,
  signUpContext,
  submitSignUp,
} from '#contract/features/sign-up/calls.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness

beforeAll(async () => {
  harness = await openHarness({ environment: { PASSWORD_HASHES_WAITING: '1000' } })
})
afterAll(() => harness.close())

const submit = (body: ReturnType<typeof goodSignUp>, address = freshIp()) =>
  send(harness, submitSignUp, body, { address })
const lookUp = async (email: string, headers = {}) =>
  (await send(harness, lookUpEmail, { email }, { headers, address: freshIp() })).body.data
const countOf = async (email: string) =>
  harness.db.one<{ accounts: number; charges: number }>(sql`
    select (select count(*) from agents where email_key = ${email}) as accounts,
      (select count(*) from sandbox_charges s join orders o on o.key = s.key
        where o.email_key = ${email} and s.outcome = 'paid' and s.voided_at is null) as charges`)

test('the context has prices in dollars, flags, countries and states [WIR-12, ENT-19, ENT-20, ENT-22, ENT-23]', async () => {
  const { body } = await send(harness, signUpContext, {})
  expect(body.prices).toEqual({
    HOSTED_LEAD_MANAGEMENT: 10,
    SINGLE_LINE_POWER_DIALER: 89,
    TRIPLE_LINE_POWER_DIALER: 139,
    MOJO_VOICE_FEATURE: 30,
    CALL_RECORDING_FEATURE: 25,
    CALL_ME_FEATURE: 30,
    LEADSTORE_ONE_MONTH_PRICE: 49,
    EXPIREDDATA_ONE_MONTH_PRICE: 50,
    FSBO_ONE_MONTH_PRICE: 25,
    FRBO_ONE_MONTH_PRICE: 25,
    REVERSE_LOOKUP_ONE_MONTH_PRICE: 49,
    PRE_FORECLOSURE_ONE_MONTH_PRICE: 49,
  })
  expect(body.misc).toMatchObject({
    show_rl_alert_popup: true,
    show_nhs_alert_popup: true,
    show_pfcl_alert_popup: true,
  })
  expect(body.countries).toEqual([
    { value: 'US', displayValue: 'United States' },
    { value: 'CA', displayValue: 'Canada' },
  ])
  expect(body.states).toContainEqual({ value: 'AL', displayValue: 'Alabama', country: 'US' })
  expect(body.states).toContainEqual({ value: 'ON', displayValue: 'Ontario', country: 'CA' })
})

test.each([
  ['active', 'busy.active'],
  ['free agent', 'busy.active'],
  ['pending', 'busy.active'],
  ['past_due', 'busy.active'],
  ['canceled', 'busy.cancelled'],
  ['expired', 'busy.cancelled'],
] as const)('an email whose account is %s is %s [WIR-10, WIR-11]', async (status, expected) => {
  const email = freshEmail()
  const { pin } = await addAccount(harness.db, { email, status })
  expect(await lookUp(email)).toMatchObject({
    status: expected,
    email,
    pin: expected === 'busy.active' ? pin : '',
  })
})

test('an email is free, invited, malformed or blocked for fraud, each with its own answer', async () => {
  const [invited, fraud] = [freshEmail(), freshEmail()]
  await addAccount(harness.db, { email: invited, status: 'free signup agent', isInvited: true })
  await addAccount(harness.db, { email: fraud, status: 'canceled', isFraud: true })
  expect(await lookUp(freshEmail())).toMatchObject({ status: 'free', message: '' })
  expect(await lookUp(invited)).toMatchObject({ status: 'free' })
  expect(await lookUp('nonsense')).toMatchObject({
    status: 'invalid_data',
    message: 'Enter a valid email address',
  })
  expect(await lookUp('')).toMatchObject({ status: 'invalid_data', message: 'This field is required' })
  expect(await lookUp(fraud)).toMatchObject({
    status: 'busy.cancelled',
    message: 'This email is already taken. Please use different email.',
  })
})

test('an unfinished sign-up warns others, not its own visitor, and stores no secret [WIR-14]', async () => {
  const form = goodSignUp({
    password: 'canary-password',
    password2: 'canary-password',
    first_question_answer: 'canary-city',
  })
  const saved = await send(harness, saveUnfinishedSignUp, form, { address: freshIp() })
  expect([saved.status, saved.body]).toEqual([200, { data: { status: 'pending' } }])
  expect(await lookUp(form.email ?? '')).toMatchObject({
    status: 'busy.pending',
    message: 'Account with this email already exists but sign-up wasn`t finished yet.',
  })
  expect(await lookUp(form.email ?? '', { cookie: `sign-up=${saved.cookies['sign-up']}` })).toMatchObject({
    status: 'free',
  })
  const { rows } = await harness.db.pool.query('select * from unfinished_sign_ups')
  expect(JSON.stringify(rows)).not.toContain('canary')
  expect(JSON.stringify(rows)).not.toMatch(/4111[ -]?1111/)
})

test('a paid sign-up has an account, owner, card, plan, month, bill, provisioning and receipt [WIR-15, WIR-16]', async () => {
  const form = goodSignUp({
    triple_line_power_dialer_count: 2,
    hosted_lead_management_count: 2,
    reverse_lookup_feature: 1,
    total: 347,
  })
  const answer = await submit(form)
  const { data } = answer.body as { data: { status: string; pin: string } }
  expect([answer.status, data.status]).toEqual([200, 'registered'])
  expect(data.pin).toMatch(/^\d{6}$/)
  const account = await harness.db.one<{ id: number }>(sql`
    select a.id, a.status, a.time_zone, g.role, g.first_name, g.last_name, c.brand, c.last_four, s.anchor_date, p.state as period,
      p.ends_on, i.total_cents, u.state as set_up, o.state as order, o.terms_version is not null as agreed, o.customer
    from accounts a join agents g on g.account_id = a.id join cards c on c.account_id = a.id
    join subscriptions s on s.account_id = a.id join periods p on p.subscription_id = s.id
    join invoices i on i.account_id = a.id join set_ups u on u.account_id = a.id join orders o on o.account_id = a.id
    where a.pin = ${data.pin}`)
  expect(account).toMatchObject({
    status: 'pending',
    time_zone: 'US/Central',
    role: 'owner',
    first_name: 'Dana',
    last_name: 'Whitfield',
    brand: 'Visa',
    last_four: '1111',
    anchor_date: '2026-11-15',
    period: 'paid',
    ends_on: '2026-12-15',
    total_cents: 34_700,
    set_up: 'running',
    order: 'paid',
    agreed: true,
    customer: null,
  })
  const receipt = await harness.db.one<{ plain: string }>(
    sql`select plain from mails where account_id = ${account.id} and purpose = 'receipt'`,
  )
  expect(receipt.plain).toContain('We charged $347.00 to your Visa card ending in 1111')
  expect(receipt.plain).toContain('The next charge is $347.00 on December 15, 2026')
  expect(receipt.plain).toContain('cancel by December 14, 2026, 11:59 PM Central')
})

test('a decline is reported at the number, insufficient funds separately, and nothing is charged [PAY-11]', async () => {
  for (const [number, text] of [
    ['4000-0000-0000-0002', paymentMessages.cardDeclined],
    ['4000-0000-0000-9995', paymentMessages.cardShort],
  ] as const) {
    const form = goodSignUp({ number })
    const answer = await submit(form)
    expect([answer.status, answer.body]).toEqual([400, { errors: { payment_form: { number: [text] } } }])
    expect(await countOf(form.email ?? '')).toEqual({ accounts: 0, charges: 0 })
  }
})

test('wrong fields are returned grouped by form [WIR-17, ENT-21]', async () => {
  const answer = await submit(
    goodSignUp({
      confirmEmail: 'other@example.com',
      single_line_power_dialer_count: 21,
      zip_code: '6060',
      cvv: '1',
      terms_and_conditions: false,
    }),
  )
  expect(answer.body).toEqual({
    errors: {
      emails_form: { confirmEmail: ['Your email and confirmation email do not match.'] },
      sign_up_form: { single_line_power_dialer_count: ['Choose a whole number from 0 to 20'] },
      customer_form: { zip_code: ['Enter a valid zip code'] },
      payment_form: {
        cvv: ['Minimum 3 characters required'],
        terms_and_conditions: ['Please accept terms and conditions.'],
      },
    },
  })
})

test('a repeated field left empty has one message, as on the page [VAL-30, VAL-34]', async () => {
  const empty = { ...goodSignUp(), confirmEmail: '', password2: '' }
  for (const call of [submitSignUp, saveUnfinishedSignUp]) {
    const { body } = await send(harness, call, empty, { address: freshIp() })
    expect(body.errors).toEqual({
      emails_form: { confirmEmail: ['This field is required'] },
      customer_form: { password2: ['This field is required'] },
    })
  }
})

test('an expired or impossible card is refused at its field', async () => {
  const errorsOf = async (changes: Parameters<typeof goodSignUp>[0]) =>
    (await submit(goodSignUp(changes))).body.errors
  expect(await errorsOf({ expiration_date_0: '10', expiration_date_1: '2026' })).toEqual({
    payment_form: {
      expiration_date_0: ['This card has expired. Please check the date, or use another card.'],
    },
  })
  expect((await submit(goodSignUp({ expiration_date_0: '11', expiration_date_1: '2026' }))).status).toBe(200)
  expect(await errorsOf({ number: '4111-1111-1111-1112' })).toEqual({
    payment_form: { number: ['This is not a valid card number. Please check each digit.'] },
  })
  expect(await errorsOf({ country_code_alpha2: 'XX' })).toEqual({
    payment_form: { country_code_alpha2: ['Choose one of the listed options'] },
  })
})

test('a total other than shown is refused with the new one, as text [WIR-18, PAY-12]', async () => {
  const form = goodSignUp({ total: 99 })
  const answer = await submit(form)
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    expect.stringContaining('your plan now costs $149.00 a month. Nothing was charged.'),
  ])
  expect(await countOf(form.email ?? '')).toEqual({ accounts: 0, charges: 0 })
})

test('the billing address is required unless it is the same', async () => {
  const answer = await submit(goodSignUp({ same_billing_address: false }))
  expect(answer.body).toEqual({
    errors: {
      payment_form: {
        street_address: ['This field is required'],
        locality: ['This field is required'],
        region: ['This field is required'],
        postal_code: ['This field is required'],
      },
    },
  })
})

test("the card is stored with the billing address, or the company's if it is the same", async () => {
  const vault = vi.spyOn(harness.payments, 'vault')
  onTestFinished(() => vault.mockRestore())
  const other = { street_address: '5 Elm Street', locality: 'Mobile', region: 'AL', postal_code: '36602' }
  // Nobody sees these fields then, so nobody could correct them.
  const hidden = { street_address: 'x'.repeat(61), locality: '', region: 'ZZ', postal_code: '!' }
  for (const [address, same_billing_address] of [[other, false] as const, [hidden, true] as const])
    expect((await submit(goodSignUp({ ...address, same_billing_address }))).status).toBe(200)
  expect(vault.mock.calls.map(([{ billing }]) => billing)).toMatchObject([
    { street: '5 Elm Street', city: 'Mobile', region: 'AL', postalCode: '36602' },
    { street: '200 Lake Street', city: 'Chicago', region: 'IL', postalCode: '60601' },
  ])
})

test('a security answer matches in any case and with extra spaces', async () => {
  const form = goodSignUp({ first_question_answer: ' New  York', second_question_answer: 'PAPER route' })
  expect((await submit(form)).status).toBe(200)
  const { first, second } = await harness.db.one<{ first: string; second: string }>(sql`
    select first_answer_hash as first, second_answer_hash as second from agents where email = ${form.email}`)
  expect(await harness.passwords.verify('new york', first)).toBe(true)
  expect(await harness.passwords.verify('paper route', second)).toBe(true)
})

test('the same key and body get the same answer with one charge; another body is refused', async () => {
  const form = goodSignUp()
  const first = await submit(form)
  const second = await submit({ ...form, number: '4000-0000-0000-0002' })
  expect(second.body).toEqual(first.body)
  expect(await submit({ ...form, company: 'Another Company' })).toMatchObject({
    status: 409,
    body: { errors: expect.stringContaining('already paid'), data: { status: 'registered' } },
  })
  expect(await countOf(form.email ?? '')).toEqual({ accounts: 1, charges: 1 })
})

test('a repeat across a rotation of the secrets is still the same order', async () => {
  const form = goodSignUp()
  expect((await submit(form)).status).toBe(200)
  const [old = ''] = harness.config.secrets
  const rotated = await openHarness({
    db: harness.db,
    environment: { SECRETS: `a newer secret that is long enough to be one,${old}` },
  })
  const again = (body: typeof form) => send(rotated, submitSignUp, body, { address: freshIp() })
  expect((await again(form)).status).toBe(200)
  expect((await again({ ...form, company: 'Other Realty' })).status).toBe(409)
  await rotated.close()
})

test('ten concurrent submits with one key are one charge and one account', async () => {
  const form = goodSignUp()
  const answers = await Promise.all(Array.from({ length: 10 }, () => submit(form)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await countOf(form.email ?? '')).toEqual({ accounts: 1, charges: 1 })
})

test("changing the clock while the gateway works does not end a repeat's wait for the answer", async () => {
  const { charge } = harness.payments
  const request = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  harness.payments.charge = async (order) => {
    request.resolve()
    await mayAnswer.promise
    return charge(order)
  }
  const form = goodSignUp()
  const first = submit(form)
  await request.promise
  const [clock, read] = [vi.spyOn(Date, 'now'), vi.spyOn(harness.db, 'maybe')]
  onTestFinished(() => {
    harness.payments.charge = charge
    clock.mockRestore()
    read.mockRestore()
  })
  const countLooks = () =>
    read.mock.settledResults.filter(({ value }) => value && 'state' in value && value.state === 'intent')
      .length
  const expectLooks = (after: number) => expect.poll(countLooks, { timeout: 10_000 }).toBeGreaterThan(after)
  const repeat = submit(form)
  try {
    await expectLooks(1)
    clock.mockReturnValue(Date.now() + HOUR)
    await expectLooks(countLooks())
  } finally {
    mayAnswer.resolve()
  }
  expect([await first, await repeat].map(({ status }) => status)).toEqual([200, 200])
})

test('two tabs with one email and different keys are one charge and one account', async () => {
  const one = goodSignUp()
  const other = { ...one, idempotency_key: `${one.idempotency_key}-other` }
  const statuses = (await Promise.all([submit(one), submit(other)])).map((answer) => answer.status)
  expect(statuses.toSorted()).toEqual([200, 400])
  expect(await countOf(one.email ?? '')).toEqual({ accounts: 1, charges: 1 })
})

test('signing up with an invited email completes that account', async () => {
  const email = freshEmail()
  const { pin, accountId } = await addAccount(harness.db, {
    email,
    status: 'free signup agent',
    isInvited: true,
  })
  const answer = await submit(goodSignUp({ email, confirmEmail: email }))
  expect(answer.body).toEqual({ data: { status: 'registered', pin } })
  expect(await harness.db.one(sql`select status, company from accounts where id = ${accountId}`)).toEqual({
    status: 'pending',
    company: 'North Shore Realty',
  })
})

test('an invited owner who names a market keeps it, like everyone who signs up', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email, status: 'free signup agent', isInvited: true })
  const market = { market_country: 'US', market_state: 'IL', mls: 'midwest-real-estate-data' }
  const marketOf = (buyer: string) =>
    harness.db.one(sql`
      select a.market_country, a.market_state, a.mls
      from accounts a join agents g on g.account_id = a.id where g.email = ${buyer}`)
  const invited = goodLegacySignUp({ ...market, email })
  const stranger = goodLegacySignUp(market)
  for (const form of [invited, stranger]) {
    expect((await send(harness, submitSignUp, form, { address: freshIp() })).status).toBe(200)
    expect(await marketOf(String(form.email))).toEqual(market)
  }
})

test('an email with an account cannot buy another one here', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const answer = await submit(goodSignUp({ email, confirmEmail: email }))
  expect(answer.body).toEqual({
    errors: { emails_form: { email: [signUpMessages.emailHasAccount] } },
  })
})

test('a new price list applies to new sales from its date on, and at once to the context', async () => {
  const prices = { TRIPLE_LINE_POWER_DIALER: 15_000 }
  await harness.db.run(
    sql`insert into price_lists (valid_from, prices, created_at) values ('2026-11-15T15:00:00Z', ${JSON.stringify(prices)}, now())`,
  )
  expect((await submit(goodSignUp({ total: 149 }))).body.errors).toContain('$160.00 a month')
  expect((await submit(goodSignUp({ total: 160 }))).status).toBe(200)
  expect(await send(harness, signUpContext, {})).toMatchObject({
    body: { prices: { TRIPLE_LINE_POWER_DIALER: 150, SINGLE_LINE_POWER_DIALER: 89 } },
  })
  await harness.db.run(sql`delete from price_lists`)
})
