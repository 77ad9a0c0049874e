// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as peopleMessages from '#contract/accounts/people-messages.ts'
import { saveAccountDetails, saveBillingDetails, saveOwnName } from '#contract/features/details.ts'
import { pages } from '#contract/pages.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const company = {
  company: 'Żółć & Daughters',
  mobile_phone: '(312) 555-0148',
  phone: '',
  address: '9 Rue Sainte-Catherine',
  city: 'Montréal',
  state: 'QC',
  zip_code: 'H2X 1Y4',
}
const forInvoices = {
  same_address: false,
  street_address: '1 Ledger Lane',
  locality: 'Springfield',
  region: 'IL',
  postal_code: '62701',
  tax_number: '12-3456789',
  billing_contact: '',
} satisfies BodyOf<typeof saveBillingDetails>

/** Advances one month and renews, which creates an invoice. */
async function renewNextMonth() {
  harness.clock.advance(31 * DAY)
  await renewDue(harness)
}

const saved = { status: 200, body: { data: { status: 'saved' } } }
const audited = async (accountId: number) =>
  (
    await harness.db.many<{ action: string; details: object }>(
      sql`select action, details from audit where account_id = ${accountId} order by id`,
    )
  ).filter(({ action }) => action.endsWith('-changed'))

test('the owner changes name, company, phones and address; the country follows the state; all audited', async () => {
  const { accountId, email } = await subscribe(harness)
  const owner = await signedInAs(harness, { email })
  expect(await owner.send(saveOwnName, { first_name: ' Bożena ', last_name: '' })).toMatchObject(saved)
  expect(await owner.send(saveAccountDetails, company)).toMatchObject(saved)
  // Saving the same values again changes nothing and adds no audit entry.
  expect(await owner.send(saveAccountDetails, company)).toMatchObject(saved)
  expect(valuesIn((await owner.open(pages.details)).html)).toMatchObject({
    company: company.company,
    ownName: { first_name: 'Bożena', last_name: '' },
    accountDetails: { ...company, mobile_phone: '3125550148' },
    billingDetails: { same_address: true, street_address: '', billing_contact: '' },
  })
  const { country } = await harness.db.one<{ country: string }>(
    sql`select country from accounts where id = ${accountId}`,
  )
  expect(country).toBe('CA')
  expect(await audited(accountId)).toEqual([
    { action: 'name-changed', details: { changed: ['first_name', 'last_name'] } },
    {
      action: 'account-details-changed',
      details: { changed: ['company', 'mobile_phone', 'address', 'city', 'state', 'zip_code'] },
    },
  ])
})

test("every wrong field is reported at the field, by the sign-up's rules, and nothing is saved", async () => {
  const { accountId, email } = await subscribe(harness)
  const owner = await signedInAs(harness, { email })
  const before = (await owner.open(pages.details)).html
  const wrong = {
    ...company,
    company: '',
    mobile_phone: '5555555555',
    state: 'ZZ',
    zip_code: '1',
    city: 'x'.repeat(61),
  }
  expect(await owner.send(saveAccountDetails, wrong)).toMatchObject({
    status: 400,
    body: {
      errors: {
        company: [ruleMessages.required],
        mobile_phone: [ruleMessages.isPhone],
        state: [ruleMessages.notAChoice],
        zip_code: [ruleMessages.isPostalCode],
        city: [ruleMessages.maxLength(60)],
      },
    },
  })
  expect(await owner.send(saveOwnName, { first_name: ' ', last_name: 'x'.repeat(61) })).toMatchObject({
    body: { errors: { first_name: [ruleMessages.required], last_name: [ruleMessages.maxLength(60)] } },
  })
  const wrongForInvoices = { tax_number: '1'.repeat(41), billing_contact: 'not an email' }
  expect(await owner.send(saveBillingDetails, wrongForInvoices)).toMatchObject({
    body: {
      errors: {
        street_address: [ruleMessages.required],
        locality: [ruleMessages.required],
        region: [ruleMessages.required],
        postal_code: [ruleMessages.required],
        tax_number: [ruleMessages.maxLength(40)],
        billing_contact: [ruleMessages.isEmail],
      },
    },
  })
  expect(
    await owner.send(saveBillingDetails, { ...forInvoices, billing_contact: email.toUpperCase() }),
  ).toMatchObject({
    status: 400,
    body: { errors: { billing_contact: [peopleMessages.alreadyGetsInvoices] } },
  })
  expect(valuesIn((await owner.open(pages.details)).html)).toEqual(valuesIn(before))
  expect(await audited(accountId)).toEqual([])
})

test('a user changes only their own name, and sees no bills', async () => {
  const { accountId } = await subscribe(harness)
  const email = freshEmail()
  await addAgent(harness.db, accountId, { email, role: 'user' })
  const user = await signedInAs(harness, { email })
  expect(await user.send(saveOwnName, { first_name: 'Ada', last_name: 'Park' })).toMatchObject(saved)
  for (const [call, body] of [
    [saveAccountDetails, company],
    [saveBillingDetails, forInvoices],
  ] as const)
    expect(await user.send(call, body)).toMatchObject({ status: 403 })
  expect(valuesIn((await user.open(pages.details)).html)).toMatchObject({
    ownName: { first_name: 'Ada', last_name: 'Park' },
    accountDetails: null,
    billingDetails: null,
  })
})

test('a bill keeps the names and addresses it was issued with; the next one has the new ones', async () => {
  const { accountId, email } = await subscribe(harness)
  const owner = await openBrowser(harness, email)
  const numbers = async () =>
    (
      await harness.db.many<{ number: string }>(
        sql`select number from invoices where account_id = ${accountId} order by id`,
      )
    ).map(({ number }) => number)
  const [first = ''] = await numbers()
  const before = (await owner.open(pages.bill, { number: first })).text
  expect(before).toContain('North Shore Realty')
  expect(await owner.call(saveBillingDetails, forInvoices)).toMatchObject(saved)
  expect(await owner.call(saveAccountDetails, company)).toMatchObject(saved)
  expect(await owner.call(saveOwnName, { first_name: 'Bożena', last_name: 'Kos' })).toMatchObject(saved)
  const after = valuesIn((await owner.open(pages.bill, { number: first })).text)
  expect(after.bill).toEqual(valuesIn(before).bill)

  await renewNextMonth()
  const [, second = ''] = await numbers()
  const later = await openBrowser(harness, email)
  const { bill } = valuesIn((await later.open(pages.bill, { number: second })).text)
  expect(bill).toMatchObject({
    customer: {
      company: company.company,
      name: 'Bożena Kos',
      address: ['1 Ledger Lane', 'Springfield, IL 62701'],
      taxNumber: '12-3456789',
    },
  })
  const sameAddress = { ...forInvoices, same_address: true }
  expect(await later.call(saveBillingDetails, sameAddress)).toMatchObject(saved)
  await renewNextMonth()
  const [, , third = ''] = await numbers()
  expect(
    valuesIn((await (await openBrowser(harness, email)).open(pages.bill, { number: third })).text).bill,
  ).toMatchObject({
    customer: { address: ['9 Rue Sainte-Catherine', 'Montréal, QC H2X 1Y4', 'Canada'] },
  })
})

test('two concurrent saves are applied one after the other and never mixed', async () => {
  const { accountId, email } = await subscribe(harness)
  const owner = await signedInAs(harness, { email })
  const other = { ...company, company: 'Other', address: '1 Other Road', city: 'Toronto', state: 'ON' }
  const answers = await Promise.all([
    owner.send(saveAccountDetails, company),
    owner.send(saveAccountDetails, other),
    owner.send(saveBillingDetails, forInvoices),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { accountDetails, billingDetails } = valuesIn((await owner.open(pages.details)).html)
  const isOther = (accountDetails as typeof company).company === 'Other'
  expect(accountDetails).toEqual({ ...(isOther ? other : company), mobile_phone: '3125550148' })
  expect(billingDetails).toEqual(forInvoices)
  expect(await audited(accountId)).toHaveLength(3)
})
