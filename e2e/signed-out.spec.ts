import type { Page } from '@playwright/test'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { expect, fillIn, hydrated, open, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/status of 40[13]/] })

const company = (page: Page) => page.getByRole('region', { name: 'Company', exact: true })
const save = (page: Page) => company(page).getByRole('button', { name: 'Save company' })

async function typeCompany(page: Page, email: string) {
  await signedInAs(page, email)
  await open(page, '/account/details/')
  await company(page).getByLabel('Company').fill('Typed Before')
}

test('someone signed out in another tab signs in again in a third, and their text is sent', async ({
  page,
}) => {
  const email = await newCustomer(page)
  await typeCompany(page, email)
  const second = await page.context().newPage()
  await open(second, '/account/')
  await second.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(second).toHaveURL('/login/')

  await save(page).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await expect(dialog.getByRole('heading')).toBeFocused()
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: 'Sign in again' }).press('Enter')
  const third = await opened
  await expect(third).toHaveURL(/\/login\/\?.*next=%2Faccount%2F/)
  await hydrated(third)
  await fillIn(third, email)
  await third.getByRole('button', { name: 'Submit' }).click()
  await expect(third).toHaveURL('/account/details/')
  await expect(company(third).getByLabel('Company')).not.toHaveValue('Typed Before')

  const tryAgain = dialog.getByRole('button', { name: 'Try again' })
  await expect(tryAgain).toBeFocused()
  await tryAgain.press('Enter')
  await expect(page.getByRole('banner')).toContainText('Typed Before ·')
  await expect(dialog).toHaveCount(0)
  await expect(save(page)).toBeFocused()
})

test('a tab of one account cannot change another that was signed in to since, and says so', async ({
  page,
  context,
}) => {
  const [one, other] = [await newCustomer(page), await newCustomer(page)]
  await typeCompany(page, one)
  const second = await context.newPage()
  await signedInAs(second, other)
  await save(page).click()
  await expect(company(page).getByRole('alert')).toContainText('You have signed in as someone else')
  await expect(company(page).getByLabel('Company')).toHaveValue('Typed Before')
  await open(second, '/account/details/')
  await expect(company(second).getByLabel('Company')).not.toHaveValue('Typed Before')
  await page.reload()
  await company(page).getByLabel('Company').fill('Second Company')
  await save(page).click()
  await expect(page.getByRole('banner')).toContainText('Second Company ·')
})
