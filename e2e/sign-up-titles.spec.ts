import { BUSINESS, CHOICES, fillPerson, goToThirdStep, leavePerson, leaveThird, tick } from './kit/legacy.ts'
import { goToBilling, heading, STEP_1, STEP_2 } from './kit/sign-up.ts'
import { expect, test } from './kit/visitor.ts'

test.describe('each step has a title of its own', { tag: '@wide' }, () => {
  test('in the new wizard, also after Back and Forward', async ({ page }) => {
    await goToBilling(page)
    await expect(page).toHaveTitle('Billing, step 2 of 2 · Sign up · the product')
    await page.goBack()
    await expect(heading(page)).toHaveText('Customer information')
    await expect(page).toHaveTitle('Customer information, step 1 of 2 · Sign up · the product')
    await page.goForward()
    await expect(page).toHaveTitle('Billing, step 2 of 2 · Sign up · the product')
  })

  test('in the legacy wizard with both its third steps, also after Back and Forward', async ({ page }) => {
    await goToThirdStep(page)
    await expect(page).toHaveTitle('Dialer and data, step 3 of 5 · Sign up · the product')
    await page.getByRole('link', { name: 'Choose licenses and add-ons instead' }).click()
    await expect(page).toHaveTitle('Licenses and add-ons, step 3 of 5 · Sign up · the product')
    await page.goBack()
    await expect(page).toHaveURL(CHOICES)
    await expect(page).toHaveTitle('Dialer and data, step 3 of 5 · Sign up · the product')
    await page.goBack()
    await expect(page).toHaveURL(BUSINESS)
    await expect(page).toHaveTitle('About your business, step 2 of 5 · Sign up · the product')
    await page.goForward()
    await tick(page, /For sale by owner/).check()
    await leaveThird(page)
    await expect(page).toHaveTitle('Customer and account information, step 4 of 5 · Sign up · the product')
    await fillPerson(page)
    await leavePerson(page)
    await expect(page).toHaveTitle('Billing, step 5 of 5 · Sign up · the product')
  })

  test('in the first HTML, where the server knows which step will open', async ({ request }) => {
    const titles = [
      [STEP_1, 'Customer information, step 1 of 2 · Sign up'],
      [STEP_2, 'Customer information, step 1 of 2 · Sign up'],
      ['/sign-up/step-1', 'Your account, step 1 of 5 · Sign up'],
      ['/sign-up/step-4', 'Sign up'],
    ] as const
    for (const [address, title] of titles) {
      const html = await (await request.get(address)).text()
      expect(html).toContain(`<title>${title} · the product</title>`)
    }
  })
})
