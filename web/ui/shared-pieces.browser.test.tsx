import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findAccounts } from '#contract/features/sign-in.ts'
import { PhoneNotice } from '#web/features/account/overview/AccountPage.tsx'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { sampleProvider } from '#web/test-kit/provider.ts'
import { expectAccessible, show, showPage } from '#web/test-kit/show.tsx'
import { signInValues, threeAccounts } from '#web/test-kit/values-sign-in.ts'

beforeEach(() => {
  answerCalls((call) => (isFor(call, findAccounts) ? { body: { login_data_list: threeAccounts } } : 'lost'))
})

test.each([
  ['sign-in', 'Submit', 'Login'],
  ['password-reset', 'Send', 'Reset'],
] as const)('%s has the support banner and the account chooser [GEN-12]', async (name, button, option) => {
  if (name === 'sign-in') {
    await showPage(name, { values: signInValues })
    await page.getByLabelText('Password', { exact: true }).fill('password1')
  } else await showPage(name, { values: {} })
  await expect.element(page.getByText(/^(Need some help\?|Call Toll Free:)/)).toBeVisible()
  await page.getByLabelText('Email').fill('team@example.com')
  await page.getByRole('button', { name: button }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose account' })
  await expect
    .element(chooser)
    .toHaveAccessibleDescription(/^This email is associated with multiple accounts/)
  expect(
    chooser
      .getByRole('row')
      .elements()
      .map((row) => row.textContent),
  ).toEqual([
    'CompanyOwner NameAccount NumberStatusOption',
    `Lakeview HomesPriya Raman204611Active${option}`,
    `Harbor Street GroupPriya Raman198220Past due${option}`,
    'Prairie InvestorsPriya Raman310077Free sign-upSign Up',
  ])
})

test('in the account the device warning can be closed and is shown once [GEN-12, GEN-13]', async () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148 Safari/604.1'
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
  const notice = page.getByRole('dialog', { name: 'Warning' })
  show(<PhoneNotice provider={sampleProvider} />)
  await expect.element(notice).toMatchTextContent('Please download the mobile app to use Ringwell')
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(notice).not.toBeInTheDocument()
  show(<PhoneNotice provider={sampleProvider} />)
  await new Promise(requestAnimationFrame)
  expect(notice.elements()).toEqual([])
})
