import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing.ts'
import { cancel, hold } from '#contract/features/cancel.ts'
import { giveFeedback } from '#contract/features/feedback.ts'
import { saveOutgoingMail } from '#contract/features/outgoing-mail.ts'
import { handOver, removePerson } from '#contract/features/people.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivateWithCard } from '#contract/features/reactivate.ts'
import { changeTimeZone, endSession } from '#contract/features/security.ts'
import { saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import type { Call } from '#contract/wire/call.ts'
import { addAccount, addSeats } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ environment: { PASSWORD_HASHES_WAITING: '1000' } })
})
afterAll(() => harness.close())

type Refusals = Record<string, Record<string, string[]> | string[]>
type Case = [field: string, changes: Record<string, unknown>]
const CHOOSE = 'Choose one of the listed options'

/** The messages for a field, in either format of the answer. */
function messagesAt(body: Record<string, unknown>, field: string): string[] {
  const errors = (body.errors ?? {}) as Refusals
  const grouped = Object.values(errors).flatMap((group) => (Array.isArray(group) ? [] : (group[field] ?? [])))
  return [...grouped, ...((errors[field] as string[] | undefined) ?? [])]
}

const common: Case[] = [
  ['state', { state: 'XX' }],
  ['state', { state: 'Illinois' }],
  ['industry', { industry: 'Piracy' }],
  ['first_security_question', { first_security_question: '3' }],
  ['second_security_question', { second_security_question: '4' }],
]
const places = {
  country_code_alpha2: 'US',
  same_billing_address: false,
  street_address: '1 A',
  locality: 'B',
  postal_code: '36602',
}
const paying: Case[] = [
  ['expiration_date_0', { expiration_date_0: '13' }],
  ['expiration_date_1', { expiration_date_1: '2041' }],
  ['expiration_date_1', { expiration_date_1: '9999' }],
  ['country_code_alpha2', { country_code_alpha2: 'XX' }],
  ['country_code_alpha2', { country_code_alpha2: 'DE' }],
  ['region', { ...places, region: 'ON' }],
  ['region', { ...places, region: 'Anywhere' }],
  ['region', { ...places, country_code_alpha2: 'CA', region: 'AL' }],
]
const ofLegacy: Case[] = [
  ['time_zone', { time_zone: 'Europe/Berlin' }],
  ['accountType', { accountType: 'no_user' }],
  ['dataAndDialerChoice', { dataAndDialerChoice: 'everything' }],
  ['market_country', { market_country: 'XX' }],
  ['market_country', { market_country: 'DE' }],
  ['market_state', { market_country: 'US', market_state: 'ON' }],
  ['market_state', { market_country: 'CA', market_state: 'AL' }],
  ['market_state', { market_country: 'US', market_state: 'Anywhere' }],
  ['mls', { market_country: 'US', market_state: 'IL', mls: 'made-up' }],
  ['mls', { market_country: 'US', market_state: 'AL', mls: 'midwest-real-estate-data' }],
]
const ofNew: Case[] = [['howDidYouHearAboutUs', { howDidYouHearAboutUs: 'A bird' }]]

test.each([...common, ...paying, ...ofNew])(
  'the new wizard refuses unlisted values: %s %j',
  async (field, changes) => {
    const { status, body } = await send(harness, submitSignUp, goodSignUp(changes), { address: freshIp() })
    expect([status, messagesAt(body, field)]).toEqual([400, [CHOOSE]])
  },
)

test.each([...common, ...paying, ...ofLegacy])(
  'the legacy wizard refuses unlisted values: %s %j',
  async (field, changes) => {
    const { status, body } = await send(harness, submitSignUp, goodLegacySignUp(changes), {
      address: freshIp(),
    })
    expect([status, messagesAt(body, field)]).toEqual([400, [CHOOSE]])
  },
)

test.each([...common, ...ofLegacy])(
  'an unfinished sign-up stores no unlisted values: %s %j',
  async (field, changes) => {
    const { status, body } = await send(harness, saveUnfinishedSignUp, goodLegacySignUp(changes), {
      address: freshIp(),
    })
    expect([status, messagesAt(body, field)]).toEqual([400, [CHOOSE]])
  },
)

test('with the same address the card is billed in the country of the state', async () => {
  const strange = goodSignUp({ state: 'IL', country_code_alpha2: 'CA', same_billing_address: true })
  const refused = await send(harness, submitSignUp, strange, { address: freshIp() })
  expect(refused.status).toBe(400)
  expect(messagesAt(refused.body, 'country_code_alpha2')).toEqual([
    'Your address is in a different country. Choose that country, or clear the checkbox and enter the billing address.',
  ])
  const good = goodSignUp({
    state: 'ON',
    zip_code: 'K1A 0B1',
    country_code_alpha2: 'CA',
    same_billing_address: true,
  })
  expect((await send(harness, submitSignUp, good, { address: freshIp() })).status).toBe(200)
})

test('the fifteen years of a card are this one and fourteen more', async () => {
  const last = goodSignUp({ expiration_date_1: '2040' })
  expect((await send(harness, submitSignUp, last, { address: freshIp() })).status).toBe(200)
})

test('a call-me count is checked wherever it is sent: its range, and that it stays within the seats', async () => {
  for (const form of [goodSignUp, goodLegacySignUp]) {
    for (const count of [-1, 21, 1.5, 'many', null]) {
      const body = { ...form(), call_me_feature_count: count } as ReturnType<typeof goodSignUp>
      const answer = await send(harness, submitSignUp, body, { address: freshIp() })
      expect(messagesAt(answer.body, 'call_me_feature_count'), String(count)).toEqual([
        'Choose a whole number from 0 to 20',
      ])
    }
    const body = { ...form(), call_me_feature_count: 2 } as ReturnType<typeof goodSignUp>
    const answer = await send(harness, submitSignUp, body, { address: freshIp() })
    expect(messagesAt(answer.body, 'call_me_feature_count').join()).toMatch(
      /^The Call Me Feature licenses can`t exceed/,
    )
  }
})

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
const inAccount: [Call, field: string, Record<string, unknown>, text?: string][] = [
  [updateCard, 'expiration_date_1', { ...card, expiration_date_1: '2041' }],
  [updateCard, 'expiration_date_0', { ...card, expiration_date_0: '0' }],
  [updateCard, 'country_code_alpha2', { ...card, country_code_alpha2: 'XX' }],
  [updateCard, 'country_code_alpha2', { ...card, country_code_alpha2: 'DE' }],
  [cancel, 'reason', { reason: 'Because', details: '' }],
  [hold, 'months', { months: 4, from: '2026-12-15', held_cents: 0 }, 'Choose a whole number from 1 to 3'],
  [changeTimeZone, 'time_zone', { time_zone: 'Europe/Berlin' }],
  [endSession, 'session_id', { session_id: 'mine' }],
  [removePerson, 'agent_id', { agent_id: '9'.repeat(30) }],
  [handOver, 'agent_id', { agent_id: -1, password: 'password1' }],
  [
    saveOutgoingMail,
    'security',
    { host: 'mail.example.com', port: '587', security: 'rot13', from_address: 'a@example.com' },
  ],
  [
    changePlan,
    'neighborhood_search_feature',
    { neighborhood_search_feature: 2, now_cents: 0, next_cents: 0, idempotency_key: 'key-12345' },
    'Choose a whole number from 0 to 1',
  ],
]
test.each(inAccount.map(([call, ...rest]) => [call.path, call, ...rest] as const))(
  '%s refuses what its page does not list',
  async (_, call, field, changes, text = CHOOSE) => {
    const email = freshEmail()
    const { accountId } = await addAccount(harness.db, { email })
    await addSeats(harness.db, accountId, 3)
    const owner = await openBrowser(harness, email)
    const { status, body } = await owner.call(call, changes as never)
    expect([status, messagesAt(body, field)]).toEqual([400, [text]])
  },
)

test('a reactivation card has one of the listed years and countries', async () => {
  const email = freshEmail()
  await addAccount(harness.db, { email, status: 'canceled' })
  const owner = await openBrowser(harness, email)
  const body = { ...card, expiration_date_1: '2041', total_cents: 0, idempotency_key: 'key-12345' }
  const answer = await owner.call(reactivateWithCard, body as never)
  expect(answer.status).toBe(400)
})

test.each([
  ['reason', { pin: '204518', reason: 'Because' }],
  ['would_return', { pin: '204518', reason: 'Another reason', would_return: 'Never' }],
] as const)('feedback refuses what its form does not list: %s', async (field, answers) => {
  const { status, body } = await send(harness, giveFeedback, answers, { address: freshIp() })
  expect([status, messagesAt(body, field)]).toEqual([400, [CHOOSE]])
})
