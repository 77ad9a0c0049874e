import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskMailValues } from '#contract/desk/mails.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'
import { sampleMoment } from '#web/test-kit/values-desk-account.ts'

const values: DeskMailValues = {
  account: { number: '187733', company: 'Cedar Lane Insurance' },
  mail: {
    id: 12,
    subject: 'Your receipt',
    recipient: 'agent@example.com',
    purpose: 'receipt',
    at: sampleMoment,
    settled: null,
    fate: { text: 'Refused', tone: 'bad' },
    problem: 'Mailbox full',
    tries: 3,
  },
  text: { greeting: 'Dear Ann', paragraphs: ['Thank you.'], links: ['See it'], closing: ['Ringwell'] },
  hint: 'Links that work once are left out.',
  to: 'agent@example.com',
  others: ['sam@example.com'],
  again: { kind: 'can', happens: ['“Your receipt” is sent to agent@example.com again.'] },
}
const again = page.getByRole('region', { name: 'Send it again' })

test('an email is shown with its status, account and text', async () => {
  await showDeskPage('mail', { values })
  const status = page.getByRole('region', { name: 'Status' })
  await expect.element(status).toMatchTextContent(/Refused.*agent@example\.com.*Mailbox full/)
  await expect.element(page.getByRole('region', { name: 'Text' })).toMatchTextContent('[See it]')
  await expect
    .element(page.getByRole('link', { name: 'Cedar Lane Insurance, account 187733' }))
    .toHaveAttribute('href', '/desk/accounts/187733/')
  await expect
    .element(again.getByRole('link', { name: 'sam@example.com' }))
    .toHaveAttribute('href', '/desk/mails/12/?to=sam%40example.com#again')
  await expectAccessible()
})

test.each([
  ['agent@example.com', ''],
  ['sam@example.com', 'sam@example.com'],
])('it is sent to the chosen person, and the page shows the outcome: %s', async (to, sent) => {
  const why = 'Email 12 is already waiting to be sent.'
  const requests = answerCalls(() => ({
    body: {
      data: {
        said: `The email is being sent to ${to}.`,
        values: { ...values, again: { kind: 'cannot', why } },
      },
    },
  }))
  await showDeskPage('mail', { values: { ...values, to } })
  await again.getByRole('button', { name: 'Send again' }).click()
  const dialog = page.getByRole('dialog', { name: `Send this email to ${to}?` })
  await dialog.getByLabelText('Reason').fill('They called.')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect.element(page.getByRole('status').filter({ hasText: 'is being sent' })).toHaveFocus()
  await expect.element(again.getByRole('button', { name: 'Send again' })).toHaveAccessibleDescription(why)
  expect(requests).toMatchObject([
    { path: '/desk/api/mails/resend/', body: { mail_id: 12, to: sent, reason: 'They called.' } },
  ])
})

test('an email without an account that cannot be sent says why', async () => {
  const why = 'It was nothing but a link that works once.'
  const cannot = { ...values, account: null, others: [], again: { kind: 'cannot' as const, why } }
  await showDeskPage('mail', { values: cannot })
  await expect.element(page.getByText('Email that belongs to no account')).toBeVisible()
  await expect.element(again.getByRole('button', { name: 'Send again' })).toHaveAccessibleDescription(why)
  await expectAccessible()
})
