import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestPasswordReset } from '#contract/features/password-reset.ts'
import { pages } from '#contract/pages.ts'
import { seedSampleAccounts } from '#server/demo/sample-accounts.ts'
import { sql } from '#server/platform/db/sql.ts'
import { ownPurposes } from '#server/platform/mail/purposes.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { renderSamples } from './samples.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ works: true })
})
afterAll(() => harness.close())

test('an empty mailbox says how to fill it; sample accounts with failed payments have mails', async () => {
  const { db, passwords, config, jobs, clock } = harness
  const anyone = await openBrowser(harness)
  const empty = await anyone.open(pages.mailbox)
  expect(empty.text).toContain('<h1>No emails yet</h1>')
  expect(empty.text).toContain('No emails yet.')
  const now = clock.now()
  const { publicUrl } = config
  await seedSampleAccounts({ db, passwords, now, publicUrl, mailDeps: { config, jobs, now } })
  const filled = await anyone.open(pages.mailbox)
  for (const email of ['pastdue@example.com', 'team@example.com']) expect(filled.text).toContain(email)
  expect(filled.text).toContain('Your payment of $397.00 did not go through')
  expect(filled.text).not.toContain('No emails yet.')
})

test('mails are listed newest first, filtered by recipient, and framed without scripts', async () => {
  const anyone = await openBrowser(harness)
  const emails = [freshEmail(), freshEmail()]
  for (const email of emails) {
    await addAccount(harness.db, { email })
    await anyone.call(requestPasswordReset, { email })
    await expect
      .poll(() => harness.db.maybe(sql`select 1 from mails where recipient = ${email}`), { timeout: 40_000 })
      .toBeDefined()
  }
  const [older = '', newer = ''] = emails
  const recipients = async (query = '') =>
    [...(await anyone.open(`${pages.mailbox}${query}`)).text.matchAll(/<span>(\S+@\S+)<\/span>/g)].map(
      ([, recipient]) => recipient,
    )
  expect((await recipients()).slice(0, 2)).toEqual([newer, older])
  expect(await recipients(`?to=${encodeURIComponent(older.toUpperCase())}`)).toEqual([older])
  expect((await anyone.open(`${pages.mailbox}?to=nobody@example.com`)).text).toContain(
    'No emails to nobody@example.com.',
  )

  const { id } = await harness.db.one<{ id: number }>(sql`select max(id) as id from mails`)
  const opened = (await anyone.open(`${pages.mailbox}?mail=${id}`)).text
  expect(opened).toContain(`<iframe src="/dev/mailbox/${id}/html" title="The email “`)
  expect(opened).toMatch(/<pre>.*<a href="http:\/\/localhost:3000\/password-reset\/confirm\/[\w-]+\/">/s)
  const { headers } = await anyone.open(`/dev/mailbox/${id}/html`)
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-top-navigation-by-user-activation; frame-ancestors 'self'",
  )
})

test('every purpose of a mail has a sample, and none has an unfilled value', async () => {
  const samples = renderSamples(harness.config)
  const purposes = new Set(samples.map(({ purpose }) => purpose))
  expect(ownPurposes.filter((purpose) => !purposes.has(purpose))).toEqual([])
  expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length)
  const unfilled = /undefined|null|NaN|\[object|Invalid|\$\{|[{}]| {2}|\n{3}/
  for (const { id, subject, plain, html, recipient } of samples) {
    expect(`${subject}\n${plain}`, id).not.toMatch(unfilled)
    expect(html.replace(/style="[^"]*"/g, ''), id).not.toMatch(/undefined|null|NaN|\[object/)
    expect(recipient, id).toMatch(/@example\.com$/)
  }
})

test('the samples are listed, and one is open with its frame; what is no sample is not found', async () => {
  const anyone = await openBrowser(harness)
  const { text } = await anyone.open(`${pages.mailbox}?sample=payment-failed-copy`)
  for (const { id } of renderSamples(harness.config)) expect(text).toContain(`?sample=${id}"`)
  expect(text).toContain('<iframe src="/dev/mailbox/payment-failed-copy/html"')
  expect(text).toContain('This is a copy of the email we sent to Dana Miller of Harbor View Realty:')
  const framed = await anyone.open('/dev/mailbox/card-changed/html')
  expect(framed.text).toContain('This was not me')
  expect(framed.headers['content-security-policy']).toContain('sandbox')
  expect((await anyone.open('/dev/mailbox/no-such-sample/html')).status).toBe(404)
  expect((await anyone.open(`${pages.mailbox}?sample=no-such-sample`)).status).toBe(200)
})

test('“This was not me” is offered in these mails, to the person whom they are about', () => {
  const offering = renderSamples(harness.config).filter(({ plain }) => plain.includes('/not-me/'))
  expect(offering.map(({ id }) => id)).toEqual([
    'backup-card',
    'backup-card-2',
    'backup-card-3',
    'card-changed',
    'card-changed-2',
    'email-change-asked',
    'email-changed',
    'handed-over',
    'new-device',
    'new-partner-2',
    'outgoing-mail-changed',
    'outgoing-mail-changed-2',
    'passkey-added',
    'passkey-recovery',
    'passkey-removed',
    'passkeys-removed',
    'password-changed',
    'password-changed-2',
    'recovery-code-used',
    'recovery-code-used-2',
    'recovery-codes-renewed',
    'second-factor-demand',
    'second-factor-demand-2',
    'second-factor-off',
    'second-factor-on',
    'second-factor-recovery',
    'second-factor-removed',
  ])
})
