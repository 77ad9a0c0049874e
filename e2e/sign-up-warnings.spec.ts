import * as messages from '#contract/features/sign-up/messages.ts'
import { expectAccessible } from './kit/axe.ts'
import {
  ACCOUNT,
  BUSINESS,
  CHOICES,
  choice,
  dialog,
  fillAccount,
  fillBusiness,
  goToThirdStep,
  LICENCES,
  tick,
} from './kit/legacy.ts'
import { customer, field, fillAll, goToBilling, heading, next, STEP_1, STEP_2 } from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

test('Cancel in the Warning about data abroad leads back to the country', async ({ page }) => {
  await open(page, ACCOUNT)
  await fillAccount(page)
  await field(page, 'Country').selectOption('CA')
  await field(page, 'Province').selectOption('ON')
  for (const way of ['Cancel', 'Escape']) {
    await next(page).click()
    const warning = dialog(page, 'Warning')
    await expect(warning).toBeVisible()
    if (way === 'Escape') await page.keyboard.press('Escape')
    else await warning.getByRole('button', { name: 'Cancel' }).click()
    await expect(warning).toBeHidden()
    await expect(field(page, 'Country')).toBeFocused()
  }
  await expect(page).toHaveURL(BUSINESS)
})

test('Proceed in the Warning about the country, and Back from an Error, lead to the heading of the step', async ({
  page,
}) => {
  await goToThirdStep(page)
  await next(page).press('Enter')
  await expect(dialog(page, 'Error')).toBeVisible()
  await page.goBack()
  await expect(heading(page)).toHaveText('About your business')
  await expect(heading(page)).toBeFocused()
  await field(page, 'Country').selectOption('CA')
  await field(page, 'Province').selectOption('ON')
  await next(page).press('Enter')
  await dialog(page, 'Warning').getByRole('button', { name: 'Proceed' }).press('Enter')
  await expect(heading(page)).toContainText('Dialer Only Account')
  await expect(heading(page)).toBeFocused()
})

test('Back from an Error to the licenses shows what was reset there, until it is answered', async ({
  page,
}) => {
  await goToThirdStep(page, { type: 'Multi User' })
  await page.getByRole('link', { name: 'Choose licenses and add-ons instead' }).click()
  await page.getByRole('link', { name: 'Back to the simple choices' }).click()
  await expect(page).toHaveURL(CHOICES)
  await field(page, 'Triple Line Dialers').selectOption('2')
  await next(page).press('Enter')
  const error = dialog(page, 'Error')
  await expect(error).toContainText(messages.chooseDataService)
  await page.goBack()
  await expect(page).toHaveURL(LICENCES)
  await expect(error).toContainText(messages.moreDialersThanSeats)
  await expect(error).not.toContainText(messages.chooseDataService)
  await error.getByRole('button', { name: 'OK' }).click()
  await expect(error).toBeHidden()
  await expect(heading(page)).toBeFocused()
  await expect(field(page, 'Triple Line Dialers')).toHaveValue('0')
})

test('Cancel in the Warning about what is discarded leads back to what stays chosen', async ({ page }) => {
  await goToThirdStep(page)
  await tick(page, /For sale by owner/).check()
  await page.goBack()
  await page.goBack()
  await choice(page, 'Data Only').click()
  await dialog(page, 'Warning').getByRole('button', { name: 'Cancel' }).click()
  await expect(choice(page, 'Dialer and Data Account')).toBeFocused()
  await expect(choice(page, 'Dialer and Data Account')).toBeChecked()
  await choice(page, 'Multi User').click()
  await dialog(page, 'Warning').getByRole('button', { name: 'Cancel' }).click()
  await expect(choice(page, 'Single User')).toBeFocused()
})

test.describe("the header's Sign Up", () => {
  test('leaves at once while nothing was typed', async ({ page }) => {
    await open(page, STEP_1)
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await expect(page).not.toHaveURL(STEP_1)
  })

  test('asks in mid-wizard before it leaves: Cancel stays, Proceed goes', async ({ page }) => {
    await open(page, STEP_1)
    await fillAll(page, { 'Full name': 'Dana Whitfield' })
    const signUp = page.getByRole('link', { name: 'Sign Up' })
    await signUp.click()
    const warning = dialog(page, 'Warning')
    await expect(warning).toContainText('leave this sign-up')
    await expectAccessible(page)
    await warning.getByRole('button', { name: 'Cancel' }).click()
    await expect(warning).toBeHidden()
    await expect(signUp).toBeFocused()
    await expect(field(page, 'Full name')).toHaveValue('Dana Whitfield')
    await expect(page).toHaveURL(STEP_1)
    await signUp.click()
    await warning.getByRole('button', { name: 'Proceed' }).click()
    await expect(page).toHaveURL(/\/pricing\//)
  })

  test('asks on the card step, and in the legacy wizard', async ({ page }) => {
    await goToBilling(page)
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await expect(dialog(page, 'Warning')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(STEP_2)
    await open(page, ACCOUNT)
    await fillAccount(page)
    await fillBusiness(page)
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await expect(dialog(page, 'Warning')).toBeVisible()
    await expectAccessible(page)
  })

  test('asks no longer after Back in the legacy wizard: the heading of the step gets the focus', async ({
    page,
  }) => {
    await open(page, ACCOUNT)
    await fillAccount(page)
    await fillBusiness(page)
    await page.getByRole('link', { name: 'Sign Up' }).press('Enter')
    await expect(dialog(page, 'Warning')).toBeVisible()
    await page.goBack()
    await expect(dialog(page, 'Warning')).toBeHidden()
    await expect(heading(page)).toHaveText('About your business')
    await expect(heading(page)).toBeFocused()
  })

  test('opens a new tab without a question', { tag: '@wide' }, async ({ page, context }) => {
    await open(page, STEP_1)
    await fillAll(page, { Company: customer().Company ?? '' })
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Sign Up' }).click({ modifiers: ['ControlOrMeta'] })
    await opened
    await expect(dialog(page, 'Warning')).toBeHidden()
  })
})
