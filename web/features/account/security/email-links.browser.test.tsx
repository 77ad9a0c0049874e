import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/accounts/people-messages.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { ownerOfActive } from '#web/test-kit/values-account.ts'

const account = { company: 'Harbor Homes', pin: '318204' }
const newEmail: PageValues['new-email'] = {
  linkToken: 'token',
  change: { from: 'dana@harbor.example', to: 'new@harbor.example', ...account },
  wasUsed: false,
}
const emailWorks: PageValues['email-works'] = {
  linkToken: 'token',
  test: { email: 'dana@harbor.example', ...account },
  wasUsed: false,
}
const bounced: PageValues['email-bounced'] = {
  ...ownerOfActive,
  bouncedEmail: 'dana@harbor.example',
  email: 'dana@harbor.example',
  bounce: { kind: 'hard', since: 'March 17, 2026', isTestReturned: false },
  waitingEmail: null,
  next: '/account/billing/',
}
const heading = () => page.getByRole('heading', { level: 1 })
const main = () => page.getByRole('main')

test('the link to a new email says what it changes, and a button changes it', async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'changed' } } }))
  await showPage('new-email', { values: newEmail })
  await expect
    .element(main())
    .toMatchTextContent('Once you confirm, you will sign in with new@harbor.example.')
  expect(requests).toEqual([])
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByRole('heading', { name: 'Success!' })).toHaveFocus()
  await expect.element(main()).toMatchTextContent('From now on, sign in with new@harbor.example.')
  await expectFits()
})

test('a new-email link that was used meanwhile says so', async () => {
  answerCalls(() => ({ status: 404, body: { errors: messages.emailLinkUsed } }))
  await showPage('new-email', { values: newEmail })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.emailLinkUsed)
  await expect.element(heading()).toHaveFocus()
})

test('a new-email link that no longer works says so', async () => {
  await showPage('new-email', { values: { ...newEmail, change: null } })
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.emailLinkInvalid)
  await expectAccessible()
})

test.each([
  ['hard', 'The mailbox does not exist, or no longer takes emails.'],
  ['soft', 'The mailbox may be full.'],
  ['complaint', 'one of our emails was reported as spam'],
] as const)('a person whose emails bounce is told why (%s), and can continue', async (kind, why) => {
  await showPage('email-bounced', {
    values: { ...bounced, bounce: { kind, since: 'March 17, 2026', isTestReturned: false } },
  })
  await expect.element(heading()).toHaveTextContent('We cannot reach you by email')
  await expect.element(page.getByRole('region', { name: 'What happened' })).toMatchTextContent(why)
  await expect
    .element(page.getByRole('link', { name: 'Continue without a change' }))
    .toHaveAttribute('href', '/account/billing/')
  await expectFits()
})

test('a test email is sent on request, and a bounced one is reported', async () => {
  answerCalls(() => ({ body: { data: { status: 'sent' } } }))
  await showPage('email-bounced', {
    values: { ...bounced, bounce: { kind: 'hard', since: 'March 17, 2026', isTestReturned: true } },
  })
  const tile = page.getByRole('region', { name: 'Test your email' })
  await expect.element(tile).toMatchTextContent('The last test email bounced, too.')
  await tile.getByRole('button', { name: 'Send a test email' }).click()
  await expect.element(tile).toMatchTextContent('We sent a test email to dana@harbor.example.')
  await expect.element(tile).not.toMatchTextContent('bounced, too')
  await expectAccessible()
})

test('other account pages say that emails bounce and link to the page about it', async () => {
  await showPage('passkeys', {
    values: {
      ...ownerOfActive,
      bouncedEmail: 'dana@harbor.example',
      email: '',
      passkeys: [],
      hasPasskeys: false,
      worksAt: null,
    },
  })
  await expect.element(main()).toMatchTextContent('Our emails to dana@harbor.example are bouncing.')
  await expect
    .element(page.getByRole('link', { name: 'Change or test your email' }))
    .toHaveAttribute('href', '/account/email-bounced/')
})

test("opening a test email's link changes nothing; its button does", async () => {
  const requests = answerCalls(() => ({ body: { data: { status: 'works' } } }))
  await showPage('email-works', { values: emailWorks })
  await expect.element(heading()).toHaveTextContent('Does this email work?')
  expect(requests).toEqual([])
  await page.getByRole('button', { name: 'Yes, it works' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your email works' })).toHaveFocus()
  await expectFits()
})

test('confirming a test email after its link was used says so', async () => {
  answerCalls(() => ({ status: 404, body: { errors: messages.emailTestUsed } }))
  await showPage('email-works', { values: emailWorks })
  await page.getByRole('button', { name: 'Yes, it works' }).click()
  await expect.element(main()).toMatchTextContent(messages.emailTestUsed)
  await expect.element(heading()).toHaveFocus()
})

test('a test email whose link no longer works says so', async () => {
  await showPage('email-works', { values: { ...emailWorks, test: null } })
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.emailTestInvalid)
})
