import { liveAccounts, newCustomer } from './kit/customer.ts'
import { expect, hydrated, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

test('saved details appear in the header of other pages, and in the form after Back', async ({ page }) => {
  await signedInAs(page, await newCustomer(page))
  await page.getByRole('link', { name: 'Edit details' }).click()
  await hydrated(page)
  const company = page.getByRole('region', { name: 'Company', exact: true })
  await company.getByLabel('Company').fill('Żółć & Daughters')
  await company.getByLabel('Zip').fill('H2X 1Y4')
  await company.getByLabel('State').selectOption('QC')
  await company.getByRole('button', { name: 'Save company' }).click()
  await expect(company.getByRole('status').filter({ hasText: 'saved' })).toBeVisible()
  await page.goto('/account/')
  await expect(page.getByRole('banner')).toContainText('Żółć & Daughters ·')
  await page.goBack()
  await expect(company.getByLabel('Company')).toHaveValue('Żółć & Daughters')
  await expect(company.getByLabel('Province')).toHaveValue('QC')
})
