import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancel } from '#contract/features/cancel.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { pages } from '#contract/pages.ts'
import { tidy } from '#server/features/background/tidying/tidy.ts'
import { type AuditEntry, recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { lastCharge } from '#server/test-kit/disputes.ts'
import { readEvidence } from '#server/test-kit/evidence.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { noteEvidence } from './gather-evidence.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

/** Signed up and paid, signed in twice, canceled, and then disputed the payment. */
async function disputed(dispute: string, person: object = {}) {
  const form = goodSignUp(person)
  await send(harness, submitSignUp, form, { address: '203.0.113.77' })
  const { accountId } = await harness.db.one<{ accountId: number }>(
    sql`select account_id as "accountId" from agents where email = ${form.email}`,
  )
  await harness.db.run(sql`update accounts set status = 'active' where id = ${accountId}`)
  harness.clock.advance(2 * DAY)
  await openBrowser(harness, form.email)
  harness.clock.advance(DAY)
  await (await openBrowser(harness, form.email)).call(cancel, { reason: 'It costs too much', details: '' })
  await harness.db.run(sql`update mails set state = 'sent' where account_id = ${accountId}`)
  const { reference, bill } = await lastCharge(harness, { accountId })
  const told = { reason: 'product_not_received', openedOn: '2026-11-18', replyBy: '2026-12-04' }
  await postDispute(harness, 'opened', { reference, dispute, ...told })
  return { accountId, email: form.email, reference, bill }
}

test('the evidence for a dispute is one PDF: terms, receipts, sign-ins, changes and emails', async () => {
  const one = await disputed('dp-evidence')
  const text = await readEvidence(harness, 'dp-evidence')
  for (const part of [
    'Evidence for dispute dp-evidence',
    'product not received',
    one.reference,
    one.bill,
    one.email,
    'Terms as agreed',
    harness.config.termsVersion,
    '203.0.113.77',
    'I have read and accept the terms and conditions',
    'All bills and receipts',
    'Canceled the account',
    'First month',
    '2 sign-ins within the service',
    'Emails to the customer',
    'Taken by the mail server',
  ])
    expect(text, part).toContain(part)
  const noted = { accountId: one.accountId, reference: 'dp-evidence' }
  await noteEvidence(harness.db, noted, 'operator:tests', harness.clock.now())
  await postDispute(harness, 'won', { reference: one.reference, dispute: 'dp-evidence' })
  expect((await (await openBrowser(harness, one.email)).open(pages.activity)).text).toContain(
    'Gathered evidence about a disputed payment',
  )
})

test('names a payer by mailed link, and does not list a bounce as an account change', async () => {
  const one = await disputed('dp-who')
  const note = (actor: string, action: AuditEntry['action']) =>
    recordAudit(harness.db, { actor, action, accountId: one.accountId, details: {} }, harness.clock.now())
  await note('pay-link', 'paid-by-hand')
  await note('mail', 'billing-contact-bounced')
  await note('operator:ann@x.example', 'bill-waived')
  const text = await readEvidence(harness, 'dp-who')
  expect(text).toContain('Someone with the payment link')
  expect(text).toContain('Our support team')
  expect(text).not.toContain('billing contact bounced')
  expect(text).not.toContain('ann@x.example')
})

test('includes sign-ins with deleted sessions, with device and shortened ip', async () => {
  const one = await disputed('dp-late')
  await harness.db.run(sql`update sessions set address = '198.51.100.23' where agent_id in (
    select id from agents where account_id = ${one.accountId})`)
  harness.clock.advance(200 * DAY)
  await tidy(harness)
  const text = await readEvidence(harness, 'dp-late')
  expect(text).toContain('198.51.100.0/24')
  expect(text).not.toContain('198.51.100.23')
  expect(text).toContain('2 sign-ins within the service')
})

test('names in any script do not break it', async () => {
  const one = await disputed('dp-names', {
    full_name: '美咲 ΑΒΓ',
    company: 'שלום Агентство ☎️',
  })
  const text = await readEvidence(harness, 'dp-names')
  expect(text).toContain('… ΑΒΓ')
  expect(text).toContain('Агентство')
  expect(text).toContain('Some characters cannot be printed here')
  expect(text).toContain(one.email)
})
