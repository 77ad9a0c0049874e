import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { forgetDevice, nameDevice } from '#contract/features/security.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectFits } from '#web/test-kit/fits.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { security } from '#web/test-kit/values-account-pages.ts'

const [here] = security.sessions
const named = { ...here, name: 'Work laptop' }
const trusted = {
  id: 7,
  name: '',
  browser: 'Safari 19',
  system: 'iPhone',
  address: '203.0.113.x',
  until: 'April 17, 2026',
  is_this: false,
}
const values = { ...security, factor: { codesLeft: 10 }, trusted_devices: [trusted] }
const tile = (name: string) => page.getByRole('region', { name, exact: true })
const signedIn = tile('Where you are signed in')
const listed = tile('Trusted devices')

test('a named device shows browser and system below, and the button regains the focus', async () => {
  let isTooLong = true
  const requests = answerCalls((call) => {
    if (!isFor(call, nameDevice)) return 'lost'
    return isTooLong
      ? { status: 400, body: { errors: { name: ['Maximum 40 characters allowed'] } } }
      : { body: { data: { sessions: [named], trusted_devices: [] } } }
  })
  await showPage('security', { values })
  await page.getByRole('button', { name: 'Name this device' }).click()
  const field = page.getByRole('dialog').getByRole('textbox', { name: /^Name/ })
  await field.fill('Work laptop')
  await expectAccessible()
  await expectFits()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription(/Maximum 40 characters allowed/)
  isTooLong = false
  await userEvent.keyboard('{Enter}')
  await expect
    .element(signedIn.getByRole('status'))
    .toHaveTextContent('The device is now called “Work laptop”.')
  expect(requests.at(-1)?.body).toEqual({ session_id: here?.id, name: 'Work laptop' })
  await expect
    .element(signedIn.getByRole('row').nth(1))
    .toMatchTextContent(/Work laptop.*This one.*Chrome 140 on Windows/)
  await expect.element(page.getByRole('button', { name: 'Rename this device' })).toHaveFocus()
  await expectFits()
})

test('a trusted device shows its last day and can be removed', async () => {
  const requests = answerCalls((call) =>
    isFor(call, forgetDevice) ? { body: { data: { sessions: [here], trusted_devices: [] } } } : 'lost',
  )
  await showPage('security', { values })
  await expect
    .element(listed.getByRole('row').nth(1))
    .toMatchTextContent(/Safari 19 on iPhone.*April 17, 2026/)
  await expectAccessible()
  await expectFits()
  await page.getByRole('button', { name: 'Forget Safari 19 on iPhone, trusted until April 17, 2026' }).click()
  await expect
    .element(listed.getByRole('status'))
    .toHaveTextContent('Safari 19 is asked for a code at the next sign-in.')
  await expect.element(listed.getByRole('heading')).toHaveFocus()
  await expect.element(listed).toMatchTextContent('You have none: each sign-in asks for a code or a passkey.')
  expect(requests[0]?.body).toEqual({ device_id: 7 })
})

test('without two-step verification no trusted devices are listed', async () => {
  await showPage('security', { values: { ...security, factor: null } })
  await expect.element(signedIn).toBeVisible()
  await expect.element(listed).not.toBeInTheDocument()
})
