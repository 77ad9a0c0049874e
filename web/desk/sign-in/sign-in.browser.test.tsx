import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible, left } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'

const evil = '//evil.example.com/desk/'
const wanted = '/desk/accounts/204518/'

async function typePassword(next: string) {
  await showDeskPage('sign-in', { values: {}, role: null, query: { next } })
  await page.getByLabelText('Email').fill('reader@example.com')
  await page.getByLabelText('Password', { exact: true }).fill('password1')
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a wrong password does not reveal which of the two was wrong', async () => {
  answerCalls(() => ({ status: 400, body: { errors: 'The email or the password is wrong.' } }))
  await typePassword(wanted)
  await expect.element(page.getByRole('alert')).toMatchTextContent('The email or the password is wrong.')
  await expectAccessible()
})

test.each([
  [wanted, `/desk/second-step/?next=${encodeURIComponent(wanted)}`],
  [evil, '/desk/second-step/'],
])('the password leads to the second step and keeps the requested page: %s', async (next, to) => {
  answerCalls(() => ({ body: { data: { redirect_url: '/desk/second-step/' } } }))
  await typePassword(next)
  await expect.poll(() => left).toEqual([to])
})

test.each([
  [wanted, wanted],
  [evil, '/desk/'],
])('the code leads to the requested page, and never to another site: %s', async (next, to) => {
  const requests = answerCalls(() => ({ body: { data: { redirect_url: '/desk/' } } }))
  await showDeskPage('second-step', { values: { hasPasskey: false }, role: null, query: { next } })
  await expect.element(page.getByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument()
  await page.getByLabelText('Six-digit code').fill('123456')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => left).toEqual([to])
  expect(requests).toMatchObject([{ body: { code: '123456' } }])
})

test('the link of a new operator asks for password and code; the wrong field takes the focus', async () => {
  const requests = answerCalls(() => ({ body: { data: { redirect_url: '/desk/' } } }))
  const values = {
    kind: 'open',
    email: 'nia@example.com',
    name: 'Nia',
    key: 'ABCD EFGH',
    qrCode: 'data:,',
  } as const
  await showDeskPage('start', { values, role: null, path: '/desk/start/the-token/' })
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Welcome, Nia')
  const password = page.getByLabelText('Password', { exact: true })
  await password.fill('short')
  await page.getByLabelText('Six-digit code of the app').fill('000000')
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect.element(password).toHaveFocus()
  expect(requests).toEqual([])
  await password.fill('twelve and more letters')
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect.poll(() => left).toEqual(['/desk/'])
  expect(requests).toMatchObject([{ path: '/desk/api/start/the-token/', body: { code: '000000' } }])
})

test('an expired link says so and leads to the sign-in', async () => {
  await showDeskPage('start', { values: { kind: 'over' }, role: null })
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Go to the sign-in' }))
    .toHaveAttribute('href', '/desk/sign-in/')
})

test('an operator removes a passkey and ends another session, but not this one', async () => {
  const requests = answerCalls(() => ({ body: { data: {} } }))
  const at = '2026-03-17T09:30:00.000Z'
  await showDeskPage('me', {
    values: {
      passkeys: [{ id: 4, name: 'Laptop', made: at, lastUsed: null }],
      offersPasskeys: false,
      sessions: [
        { id: 1, device: 'Chrome', ip: '192.0.2.9', since: at, isThis: true },
        { id: 2, device: '', ip: '192.0.2.10', since: at, isThis: false },
      ],
    },
  })
  await expect.element(page.getByText(/not used yet$/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument()
  await expect.element(page.getByText('This session')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await expect.poll(() => left).toHaveLength(1)
  await page.getByRole('button', { name: /^End the session on an unknown device/ }).click()
  await expect.poll(() => left).toHaveLength(2)
  expect(requests.map(({ body }) => body)).toEqual([{ passkey_id: 4 }, { session_id: 2 }])
})
