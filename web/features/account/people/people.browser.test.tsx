import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as messages from '#contract/accounts/people-messages.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { dana, marcus, ownerOfActive } from '#web/test-kit/values-account.ts'

const invited = {
  ...marcus,
  id: 13,
  name: '',
  email: 'kim@harbor.example',
  has_joined: false,
  status: 'Invited',
}
const people: PageValues['people'] = {
  ...ownerOfActive,
  people: [dana, marcus, invited],
  seats: 4,
  dialers: [],
  isPlanOnHold: false,
}
const tile = (name: string) => page.getByRole('region', { name, exact: true })
const row = (name: string) => tile('In this account').getByRole('row').filter({ hasText: name })
const news = (name = 'In this account') => tile(name).getByRole('status').first()
const dialog = () => page.getByRole('dialog')
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const busy = { status: 503, body: { errors: 'We are very busy right now.' } }
const left = (...those: (typeof dana)[]) => ({ body: { data: { people: those, seats: 4, dialers: [] } } })

test('an invitation needs an email not yet in the account, and is confirmed once sent', async () => {
  const requests = answerCalls(({ body }) =>
    body.email === dana.email
      ? { status: 400, body: { errors: { email: [messages.alreadyInAccount] } } }
      : left(dana, { ...invited, email: 'ann@harbor.example', role: 'billing' }),
  )
  await showPage('people', { values: { ...people, people: [dana] } })
  await expect.element(tile('Seats')).toMatchTextContent('1 of 4 seats taken')
  await press('Send invitation')
  const email = page.getByLabelText('Email')
  await expect.element(email).toHaveAccessibleDescription(/This field is required$/)
  await email.fill(dana.email)
  await press('Send invitation')
  await expect.element(email).toHaveAccessibleDescription(new RegExp(messages.alreadyInAccount))
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveValue(dana.email)
  await expectAccessible()
  await email.fill('ann@harbor.example')
  await tile('Invite someone').getByLabelText('Role').selectOptions('Billing manager')
  await press('Send invitation')
  await expect
    .element(news('Invite someone'))
    .toHaveTextContent('We sent an invitation to ann@harbor.example.')
  await expect.element(page.getByRole('heading', { name: 'Invite someone' })).toHaveFocus()
  await expect.element(row('ann@harbor.example')).toMatchTextContent('Billing manager')
  expect(requests.at(-1)?.body).toEqual({ email: 'ann@harbor.example', role: 'billing' })
})

test('someone who has not joined cannot become the owner, and the row says why', async () => {
  await showPage('people', { values: people })
  const makeOwner = page.getByRole('button', { name: 'Make owner: kim@harbor.example' })
  await expect.element(makeOwner).toHaveAttribute('aria-disabled', 'true')
  await expect.element(makeOwner).toHaveAccessibleDescription('They have not joined yet.')
  await makeOwner.click({ force: true })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('when all seats are taken, the page says how to get more', async () => {
  await showPage('people', { values: { ...people, seats: 3 } })
  await expect
    .element(tile('Invite someone'))
    .toMatchTextContent('All seats are taken. Add agent access to your plan')
  const send = tile('Invite someone').getByRole('button', { name: 'Send invitation' })
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  await expect.element(send).toHaveAccessibleDescription(/^All seats are taken\./)
  await expectAccessible()
  await expect
    .element(page.getByRole('link', { name: 'Change the plan' }))
    .toHaveAttribute('href', '/account/plan/')
})

test.each([
  [
    'Resend to kim@harbor.example',
    'We sent the invitation to kim@harbor.example again. The older link no longer works.',
  ],
  [
    'Withdraw kim@harbor.example',
    'The invitation to kim@harbor.example was withdrawn. Its link no longer works.',
  ],
])('an open invitation: %s', async (button, text) => {
  answerCalls(() => left(dana, marcus))
  await showPage('people', { values: people })
  await press(button)
  await expect.element(news()).toHaveTextContent(text)
  await expect.element(page.getByRole('heading', { name: 'In this account' })).toHaveFocus()
})

test.each([
  [1280, 720],
  [320, 640],
])('a failure is visible on the screen, at %i × %i', async (width, height) => {
  answerCalls(() => busy)
  await page.viewport(width, height)
  await showPage('people', { values: people })
  await press('Withdraw kim@harbor.example')
  const alert = tile('In this account').getByRole('alert')
  await expect.element(alert).toHaveTextContent('We are very busy right now.')
  await expect.element(alert).toBeInViewport({ ratio: 1 })
  await expect.element(row('kim@harbor.example')).toBeVisible()
  await page.viewport(1280, 900)
})

test('removing a person asks for confirmation', async () => {
  const requests = answerCalls(() => left(dana, invited))
  await showPage('people', { values: people })
  await press('Remove Marcus Bell')
  await expect.element(dialog()).toMatchTextContent('marcus@harbor.example will be signed out right away')
  await expectAccessible()
  await expectFits()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  expect(requests).toEqual([])
  await press('Remove Marcus Bell')
  await dialog().getByRole('button', { name: 'Remove' }).click()
  await expect.element(news()).toHaveTextContent('Marcus Bell was removed and signed out.')
  await expect.element(page.getByRole('heading', { name: 'In this account' })).toHaveFocus()
  await expect.element(row('Marcus Bell')).not.toBeInTheDocument()
})

test('a role is explained before it is given; Escape cancels and restores the focus', async () => {
  const requests = answerCalls(() => left(dana, { ...marcus, role: 'admin' }))
  await showPage('people', { values: people })
  const change = page.getByRole('button', { name: 'Change the role of Marcus Bell' })
  await change.click()
  await dialog().getByLabelText('Role').selectOptions('Admin')
  await expect
    .element(dialog())
    .toMatchTextContent('An admin manages people, dialers, connected apps, settings and the plan.')
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(change).toHaveFocus()
  expect(requests).toEqual([])
  await change.click()
  await dialog().getByLabelText('Role').selectOptions('Admin')
  await dialog().getByRole('button', { name: 'Save role' }).click()
  await expect.element(news()).toHaveTextContent('Marcus Bell is now an admin.')
  await expect.element(row('Marcus Bell')).toMatchTextContent('Admin')
})

test('a refused role change stays in the dialog and changes nothing', async () => {
  answerCalls(() => busy)
  await showPage('people', { values: people })
  await press('Change the role of Marcus Bell')
  await dialog().getByLabelText('Role').selectOptions('Admin')
  await dialog().getByRole('button', { name: 'Save role' }).click()
  await expect.element(dialog()).toMatchTextContent('We are very busy right now.')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(row('Marcus Bell')).toMatchTextContent('User')
})

test("after handing over, the former owner sees a user's page", async () => {
  answerCalls(() => left({ ...dana, role: 'user' }, { ...marcus, role: 'owner' }))
  await showPage('people', { values: people })
  await press('Make owner: Marcus Bell')
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Hand over' }).click()
  await expect.element(news()).toMatchTextContent('Marcus Bell is now the owner.')
  await expect.element(page.getByRole('heading', { name: 'In this account' })).toHaveFocus()
  await expect.element(page.getByText('Marcus Bell manages who can sign in to this account.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send invitation' })).not.toBeInTheDocument()
})

test('a wrong password hands nothing over, and Escape leaves everything unchanged', async () => {
  answerCalls((requests) =>
    isFor(requests, confirmIdentity)
      ? { status: 400, body: { errors: { password: [messages.wrongPassword] } } }
      : { status: 403, body: { errors: 'Nothing was changed.', step_up: ['password'] } },
  )
  await showPage('people', { values: people })
  await press('Make owner: Marcus Bell')
  await page.getByRole('button', { name: 'Hand over' }).click()
  const password = page.getByLabelText('Your password')
  await password.fill('not mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toHaveAccessibleDescription(messages.wrongPassword)
  await userEvent.keyboard('{Escape}')
  await expect.element(password).not.toBeInTheDocument()
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('Nothing was changed.')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Make owner: Marcus Bell' })).toHaveFocus()
  await expect.element(row('Dana Whitfield')).toMatchTextContent('Owner')
})

test('an admin invites only users, and has no buttons for the owner or for themselves', async () => {
  const admin = { ...marcus, role: 'admin' as const, is_you: true }
  await showPage('people', {
    values: { ...people, role: 'admin', people: [{ ...dana, is_you: false }, admin, invited] },
  })
  await expect.element(tile('Invite someone').getByLabelText('Role')).not.toBeInTheDocument()
  for (const name of ['Dana Whitfield', 'Marcus Bell'])
    await expect.element(row(name).getByRole('button')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Withdraw kim@harbor.example' })).toBeVisible()
  await expectFits()
})

test('a user sees who is in the account but can change nothing', async () => {
  const user = { ...marcus, is_you: true }
  await showPage('people', {
    values: { ...people, role: 'user', people: [{ ...dana, is_you: false }, user] },
  })
  await expect
    .element(page.getByText('Dana Whitfield manages who can sign in to this account.'))
    .toBeVisible()
  await expect.element(tile('Invite someone')).not.toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: 'Options' })).not.toBeInTheDocument()
})

test('the owner sees who has a second factor', async () => {
  await showPage('people', {
    values: {
      ...people,
      people: [
        { ...dana, second_factor: 'app' },
        { ...marcus, second_factor: 'none' },
      ],
    },
  })
  await expect.element(row('Dana Whitfield')).toMatchTextContent('Two-step verification: on')
  await expect.element(row('Marcus Bell')).toMatchTextContent('Two-step verification: off')
})
