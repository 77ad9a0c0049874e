import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/accounts/people-messages.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'

const values: PageValues['invitation'] = {
  linkToken: 'token',
  invitation: {
    email: 'marcus@harbor.example',
    company: 'Harbor Homes',
    pin: '318204',
    inviterName: 'Dana Whitfield',
    role: 'admin',
  },
  wasUsed: false,
}
const heading = () => page.getByRole('heading', { level: 1 })

async function join() {
  await page.getByLabelText('Full name').fill('Marcus Bell')
  await page.getByLabelText('Password', { exact: true }).fill('maple otter brass')
  await page.getByLabelText('Confirm password').fill('maple otter brass')
  await page.getByRole('button', { name: 'Join' }).click()
}

test('an invitation shows who invited, the account, email and role; joining is confirmed', async () => {
  answerCalls(({ path }) => (path.includes('invitation') ? { body: { data: { status: 'joined' } } } : 'lost'))
  await showPage('invitation', { values })
  await expect.element(heading()).toHaveTextContent('Join Harbor Homes')
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('Dana Whitfield invited you to join. You will sign in with marcus@harbor.example')
  await expect.element(page.getByRole('main')).toMatchTextContent('You will be an admin, who manages people')
  await expectAccessible()
  await join()
  await expect.element(page.getByRole('heading', { name: 'Success!' })).toHaveFocus()
})

test('joining with a link that was used meanwhile says so', async () => {
  answerCalls(({ path }) =>
    path.includes('invitation') ? { status: 404, body: { errors: messages.invitationUsed } } : 'lost',
  )
  await showPage('invitation', { values })
  await join()
  await expect.element(page.getByRole('alert')).toHaveTextContent(messages.invitationUsed)
  await expect.element(heading()).toHaveFocus()
})

test.each([
  [false, messages.invitationInvalid],
  [true, messages.invitationUsed],
])('a link that no longer works says why (used: %s)', async (wasUsed, text) => {
  await showPage('invitation', { values: { ...values, invitation: null, wasUsed } })
  await expect.element(page.getByRole('alert')).toHaveTextContent(text)
})

test('without a script the form keeps everything typed except the passwords', async () => {
  await showPage('invitation', {
    values: {
      ...values,
      sent: { fullName: 'Marcus Bell', errors: { password_confirm: ['Passwords don`t match'] } },
    },
  })
  await expect.element(page.getByLabelText('Full name')).toHaveValue('Marcus Bell')
  await expect.element(page.getByLabelText('Confirm password')).toHaveAccessibleDescription(/don`t match/)
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('')
})
