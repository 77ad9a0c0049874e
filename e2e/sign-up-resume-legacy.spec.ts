import { ACCOUNT, CUSTOMER, dialog, goToLegacyBilling } from './kit/legacy.ts'
import { field } from './kit/sign-up.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

test('after a link from the mail the legacy wizard says that password and answers have to be typed again', async ({
  page,
}) => {
  const email = await goToLegacyBilling(page)
  await page.evaluate(() => sessionStorage.clear())
  await page.context().clearCookies()
  await open(page, ACCOUNT)
  await field(page, 'Email').fill(email)
  await field(page, 'Email').press('Tab')
  await dialog(page, 'Warning').getByRole('button', { name: 'Email me a link' }).click()
  await expect(dialog(page, 'Warning').getByRole('status')).toContainText('we sent a link to it')

  await expect(async () => {
    await page.goto(`/dev/mailbox/?to=${encodeURIComponent(email)}`)
    await expect(page.locator('.mailbox-message h1')).toHaveText('Continue your sign-up', { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await open(page, (await page.locator('.mailbox-message pre a').getAttribute('href')) ?? '')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(CUSTOMER)
  await expect(field(page, 'First name')).toHaveValue('Dana')
  await expect(field(page, 'Answer to the first question')).toHaveValue('')
  await expect(
    page.getByRole('status').filter({ hasText: 'your password and your security answers' }),
  ).toHaveText(
    'What you entered is still here, except your password and your security answers, which we never keep in readable form. Please enter them again.',
  )
  expect(await overflowOf(page)).toBe(0)

  // A reload keeps the answers in this tab, but never the password.
  await field(page, 'Answer to the first question').fill('Peoria')
  await field(page, 'Answer to the second question').fill('Barista')
  await page.reload()
  await expect(field(page, 'Answer to the first question')).toHaveValue('Peoria')
  await expect(page.getByRole('main')).toContainText(
    'except your password, which we never keep. Please choose it again.',
  )
})
