import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancel } from '#contract/features/cancel/calls.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { pages } from '#contract/pages.ts'
import { tidy } from '#server/features/background/tidying/tidy.ts'
import { type AuditEntry, recordAudit } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { lastCharge } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
let folder: string
beforeAll(async () => {
  harness = await openHarness()
  folder = await mkdtemp(path.join(tmpdir(), 'evidence-'))
})
afterAll(async () => {
  await harness.close()
  await rm(folder, { recursive: true })
})
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

async function readEvidence(file: string): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await readFile(file))), {
    mergePages: true,
  })
  return text.replace(/\s+/g, ' ')
}

test('the evidence for a dispute is one PDF: terms, receipts, sign-ins, changes and emails', async () => {
  const { run, refused, lastAuditEntry } = operatorOf(harness)
  const one = await disputed('dp-evidence')
  const file = path.join(folder, 'evidence.pdf')
  const { text: said } = await run('dispute', 'evidence', 'dp-evidence', file)
  expect(said).toContain('Send it to the gateway by December 4, 2026.')
  expect(await lastAuditEntry()).toBe('evidence-gathered')
  expect((await stat(file)).mode & 0o077).toBe(0)
  const text = await readEvidence(file)
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
  expect(await refused('dispute', 'evidence', 'dp-evidence', file)).toContain('cannot be written')
  expect(await refused('dispute', 'evidence', 'dp-nobody', file)).toBe('There is no dispute dp-nobody.')
  expect(await refused('dispute', 'evidence', 'dp-evidence')).toContain('evidence.pdf')
  await postDispute(harness, 'won', { reference: one.reference, dispute: 'dp-evidence' })
  expect((await (await openBrowser(harness, one.email)).open(pages.activity)).text).toContain(
    'Gathered evidence about a disputed payment',
  )
})

test('who paid by a mailed link is named so, and a bounce is told as no change of the account', async () => {
  const one = await disputed('dp-who')
  const note = (actor: string, action: AuditEntry['action']) =>
    recordAudit(harness.db, { actor, action, accountId: one.accountId, details: {} }, harness.clock.now())
  await note('pay-link', 'paid-by-hand')
  await note('mail', 'billing-contact-bounced')
  await note('operator:ann@x.example', 'bill-waived')
  const file = path.join(folder, 'who.pdf')
  await operatorOf(harness).run('dispute', 'evidence', 'dp-who', file)
  const text = await readEvidence(file)
  expect(text).toContain('Someone with the payment link')
  expect(text).toContain('Our support team')
  expect(text).not.toContain('billing contact bounced')
  expect(text).not.toContain('ann@x.example')
})

test('sign-ins whose sessions are long deleted are still in it, with device and shortened ip', async () => {
  const one = await disputed('dp-late')
  await harness.db.run(sql`update sessions set address = '198.51.100.23' where agent_id in (
    select id from agents where account_id = ${one.accountId})`)
  harness.clock.advance(200 * DAY)
  await tidy(harness)
  const file = path.join(folder, 'late.pdf')
  await operatorOf(harness).run('dispute', 'evidence', 'dp-late', file)
  const text = await readEvidence(file)
  expect(text).toContain('198.51.100.0/24')
  expect(text).not.toContain('198.51.100.23')
  expect(text).toContain('2 sign-ins within the service')
})

test('names in any script do not break it', async () => {
  const one = await disputed('dp-names', {
    full_name: '美咲 ΑΒΓ',
    company: 'שלום Агентство ☎️',
  })
  const file = path.join(folder, 'names.pdf')
  await operatorOf(harness).run('dispute', 'evidence', 'dp-names', file)
  const text = await readEvidence(file)
  expect(text).toContain('… ΑΒΓ')
  expect(text).toContain('Агентство')
  expect(text).toContain('Some characters cannot be printed here')
  expect(text).toContain(one.email)
})
