import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveBillingDetails } from '#contract/features/details.ts'
import { pages } from '#contract/pages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { noteBounce } from '#server/platform/mail/note-bounce.ts'
import { DAY } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { addSentMail } from '#server/test-kit/returned-mails.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { DECLINED_AT_RENEWAL, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const naming = (billing_contact: string) => ({ same_address: true, tax_number: '', billing_contact })

test('a new billing contact learns what they get and from whom, and the owner is told of each change', async () => {
  const { email } = await subscribe(harness)
  const owner = await signedInAs(harness, { email })
  const [books, office] = [freshEmail(), freshEmail()]
  for (const contact of [books, books, office, ''])
    expect(await owner.send(saveBillingDetails, naming(contact))).toMatchObject({ status: 200 })
  for (const contact of [books, office]) {
    const named = await mailsTo(harness, contact, 'billing-contact-named')
    expect(named).toHaveLength(1)
    expect(named[0]?.plain).toContain(
      'Dana Whitfield named you as the billing contact for North Shore Realty',
    )
    expect(named[0]?.plain).toContain('a copy of each receipt')
  }
  const told = await mailsTo(harness, email, 'billing-contact-changed')
  expect(told.map(({ plain }) => /Before, copies went to (\S+)\.\n/.exec(plain)?.[1])).toEqual([
    undefined,
    books,
    office,
  ])
  expect(told[0]?.plain).toContain(`${books} now gets a copy of each receipt`)
  expect(told[2]?.plain).toContain('no longer copied to anyone else')
})

test('receipts and failed payments also go to the contact, with only the link that pays', async () => {
  const contact = freshEmail()
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const two = await subscribe(harness)
  for (const { accountId } of [one, two])
    await harness.db.run(sql`update accounts set billing_contact = ${contact} where id = ${accountId}`)
  harness.clock.advance(31 * DAY)
  await renewDue(harness)
  const [failed, ...more] = await mailsTo(harness, contact, 'payment-failed-copy')
  expect(more).toEqual([])
  expect(failed?.plain).toContain(
    'This is a copy of the email we sent to Dana Whitfield of North Shore Realty',
  )
  expect(failed?.plain).toMatch(/\/pay\/[\w-]+\//)
  expect(failed?.plain).toContain('as the billing contact for North Shore Realty')
  const [receipt] = await mailsTo(harness, contact, 'renewal-receipt-copy')
  expect(receipt?.subject).toMatch(/^Receipt R-\d+: \$149\.00$/)
  expect(receipt?.plain).not.toContain('/account/')
  expect(await mailsTo(harness, one.email, 'payment-failed')).toHaveLength(1)
  expect(await mailsTo(harness, two.email, 'renewal-receipt')).toHaveLength(1)
})

test('an owner who has become the contact meanwhile gets one mail, not two', async () => {
  const { accountId, email } = await subscribe(harness)
  await harness.db.run(
    sql`update accounts set billing_contact = ${email.toUpperCase()} where id = ${accountId}`,
  )
  harness.clock.advance(31 * DAY)
  await renewDue(harness)
  const copies = await harness.db.many(
    sql`select 1 from mails where lower(recipient) = ${email} and purpose = 'renewal-receipt-copy'`,
  )
  expect(copies).toEqual([])
  expect(await mailsTo(harness, email, 'renewal-receipt')).toHaveLength(1)
})

test('mails are limited: an account names five contacts a day, a mailbox is named three times', async () => {
  const { email } = await subscribe(harness)
  const owner = await signedInAs(harness, { email })
  for (let named = 0; named < 5; named += 1)
    expect(await owner.send(saveBillingDetails, naming(freshEmail()))).toMatchObject({ status: 200 })
  expect(await owner.send(saveBillingDetails, naming(freshEmail()))).toMatchObject({ status: 429 })
  // Details that name no new contact are still saved.
  expect(await owner.send(saveBillingDetails, { ...naming(''), tax_number: '7' })).toMatchObject({
    status: 200,
  })

  const stranger = freshEmail()
  for (let times = 0; times < 4; times += 1) {
    const another = await signedInAs(harness, { email: (await subscribe(harness)).email })
    const { status } = await another.send(
      saveBillingDetails,
      naming(times % 2 ? stranger : stranger.toUpperCase()),
    )
    expect(status).toBe(times < 3 ? 200 : 429)
  }
  const mails = await harness.db.many(
    sql`select 1 from mails where lower(recipient) = ${stranger} and purpose = 'billing-contact-named'`,
  )
  expect(mails).toHaveLength(3)
})

test('a bounced billing contact is shown as such until another is named', async () => {
  const { email, accountId } = await subscribe(harness)
  const browser = await openBrowser(harness, email)
  const contact = freshEmail()
  await browser.call(saveBillingDetails, naming(contact))
  const mail = await addSentMail(harness, contact, accountId)
  await noteBounce(harness.db, mail.id, { kind: 'hard', reason: '550 5.1.1' }, harness.clock.now())
  const warning = `Our emails to ${contact} are bouncing`
  expect((await browser.open(pages.details)).text).toContain(warning)
  await browser.call(saveBillingDetails, { ...naming(contact), tax_number: '12' })
  expect((await browser.open(pages.details)).text).toContain(warning)
  await browser.call(saveBillingDetails, naming(freshEmail()))
  expect((await browser.open(pages.details)).text).not.toContain('are bouncing')
})
