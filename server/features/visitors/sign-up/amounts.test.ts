import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const submit = (form: object) => send(harness, submitSignUp, form as never, { address: freshIp() })

test('a total is a number of dollars, or a string of digits', async () => {
  const good = goodSignUp()
  expect((await submit({ ...good, total: String(good.total) })).status).toBe(200)
})

test.each(['', ' ', 'abc', '$99', '0x63', '9.9e1', '99.004', '-1', 'Infinity', '99,00'])(
  'a total of “%s” is reported as invalid, not as a changed price',
  async (total) => {
    expect(await submit(goodSignUp({ total: total as never }))).toMatchObject({
      status: 400,
      body: { errors: { payment_form: { total: [ruleMessages.isNumeric] } } },
    })
  },
)

test('a card number in the holder field is refused there and stored nowhere', async () => {
  const holder = '4111 1111 1111 1111'
  expect(await submit(goodSignUp({ holder }))).toMatchObject({
    status: 400,
    body: { errors: { payment_form: { holder: ['Enter the name on the card, not its number.'] } } },
  })
  expect(await harness.db.many(sql`select 1 from orders where customer::text like '%4111%'`)).toEqual([])
})

test.each([
  ['holder', 'payment_form', 175],
  ['other', 'customer_form', 255],
] as const)('in the legacy wizard, %s has a maximum as well', async (name, group, most) => {
  const longer = { how_did_you_hear: 'other', [name]: 'x'.repeat(most + 1) }
  expect(await submit({ ...goodLegacySignUp(), ...longer })).toMatchObject({
    status: 400,
    body: { errors: { [group]: { [name]: [ruleMessages.maxLength(most)] } } },
  })
})
