import { expectAccessible } from './kit/axe.ts'
import { expect, hydrated, open, overflowOf, partsOf, test } from './kit/visitor.ts'

const PAGE = '/integrations/bombbomb/redirect_uri/'

test.use({ expectedConsoleErrors: [/status of 400/] })

test('the account number confirms the link, and the partner takes the person on [BMB-01, BMB-04, BMB-05, RTE-12]', async ({
  page,
}) => {
  await open(page, '/demo/partner/')
  await page.getByRole('button', { name: 'Connect email video' }).click()
  await page.waitForURL(/redirect_uri\/\?code=/)
  await hydrated(page)
  await expect(page.getByText('Enter your 6-digit Account Number')).toBeVisible()
  await expectAccessible(page)
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  const code = new URL(page.url()).searchParams.get('code')

  const pin = page.getByLabel('Account Number')
  const submit = page.getByRole('button', { name: 'Submit' })
  for (const [typed, text] of [
    ['', 'This field is required'],
    ['20451x', 'Enter a valid number'],
    ['20451', 'Minimum 6 characters required'],
    ['2045188', 'Maximum 6 characters required'],
    [
      '000000',
      'We could not find an account with this number that can be connected. Please check the six digits.',
    ],
  ] as const) {
    await pin.fill(typed)
    await submit.click()
    await expect(pin).toHaveAccessibleDescription(text)
    await expect(pin).toBeFocused()
  }
  await expectAccessible(page)

  await pin.fill('204518')
  const [sent] = await Promise.all([
    page.waitForRequest('**/integrations/bombbomb/validate_pin/'),
    submit.click(),
  ])
  expect(partsOf(sent)).toEqual({ pin: '204518', code })
  await expect(page).toHaveURL('/demo/partner/?email_video=linked')
  await expect(page.getByText('Your account is connected to the email-video partner.')).toBeVisible()
})

test('without a code the page is no longer valid, and leads to the login [BMB-02, BMB-03]', {
  tag: '@wide',
}, async ({ page }) => {
  await open(page, `${PAGE}?code=%20`)
  await expect(page.getByRole('alert')).toHaveText('Oops! Page is no longer valid.')
  await open(page, PAGE)
  await expect(page.getByRole('alert')).toHaveText('Oops! Page is no longer valid.')
  await expect(page.getByLabel('Account Number')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL('/login/')
})
