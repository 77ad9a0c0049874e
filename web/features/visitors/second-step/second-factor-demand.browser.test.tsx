import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PageValues } from '#contract/page-values.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'

type Values = PageValues['second-factor-demand']

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const codes = Array.from({ length: 10 }, (_, place) => `abcd${place}-efgh${place}-jkmn${place}`)
const account = { email: 'noor@harbor.example', company: 'Harbor Homes', pin: '318204' }
const heading = page.getByRole('heading', { level: 1 })
const open = (values: Values) => showPage('second-factor-demand', { values })
const sends = () => [...new FormData(document.querySelector('form') ?? undefined)]

test('an expired session leads to the sign-in', async () => {
  await open({ state: { kind: 'paused', signInPath: '/login/?next=%2Faccount%2Fpeople%2F' } })
  await expect.element(heading).toHaveTextContent('Set up two-step verification')
  await expect.element(page.getByRole('main')).toMatchTextContent('the time to set it up is over')
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Login' }))
    .toHaveAttribute('href', '/login/?next=%2Faccount%2Fpeople%2F')
  await expectAccessible()
  await expectFits()
})

test.each([
  [{ kind: 'asks', account }, 'Set up two-step verification', 'Continue', 'start'],
  [{ kind: 'codes', codes }, 'Save your recovery codes', 'I have saved them', 'finish'],
  [{ kind: 'on' }, 'Two-step verification is on', 'Continue', 'finish'],
  [{ kind: 'optional' }, 'Two-step verification is no longer required', 'Continue', 'finish'],
] as const)('the step $kind is a plain form that continues', async (state, title, button, step) => {
  await open({ state: state as Values['state'] })
  await expect.element(heading).toHaveTextContent(title)
  await expect.element(page.getByRole('button', { name: button })).toBeEnabled()
  expect(sends()).toEqual([['step', step]])
  await expectAccessible()
})

test.each([
  { kind: 'asks', account },
  { kind: 'scan', account, key: 'ABCD EFGH', qrCode: pixel },
] as const)('the step $kind names its account', async (state) => {
  await open({ state })
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent(/Signing in as noor@harbor.example to Harbor Homes\s·\s318204/)
  await expectFits()
})

test('every recovery code is visible, even on the narrowest screen', async () => {
  await open({ state: { kind: 'codes', codes } })
  const listed = [...document.querySelectorAll('.recovery-codes li')]
  expect(listed.map(({ textContent }) => textContent)).toEqual(codes)
  await expectFits()
})

test('a wrong code shows at its field beside the scanned key', async () => {
  await open({
    state: { kind: 'scan', account, key: 'ABCD EFGH', qrCode: pixel },
    sent: { errors: { code: ['This code is incorrect.'] } },
  })
  await expect.element(heading).toHaveTextContent('Scan this with your app')
  await expect.element(page.getByRole('img', { name: /^QR code/ })).toHaveProperty('complete', true)
  await expect.element(page.getByText('ABCD EFGH')).toBeVisible()
  const code = page.getByLabelText('Six-digit code')
  await expect.element(code).toHaveAccessibleDescription('This code is incorrect.')
  await expectAccessible()
  await expectFits()
  await code.fill('123456')
  expect(sends()).toEqual([
    ['step', 'code'],
    ['code', '123456'],
  ])
})

test("a partner's page is opened by a link, as forms may not lead there", async () => {
  await open({ state: { kind: 'leaves', continueTo: 'https://partner.example/callback?code=1' } })
  await expect
    .element(page.getByRole('link', { name: 'Continue' }))
    .toHaveAttribute('href', 'https://partner.example/callback?code=1')
})
