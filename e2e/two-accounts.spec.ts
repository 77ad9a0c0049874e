import { expectAccessible } from './kit/axe.ts'
import { fillCard, liveAccounts, newCustomer } from './kit/customer.ts'
import { expect, open, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/status of 403/] })

test('a tab of one account changes nothing of another that was signed in to since, and says so', async ({
  page,
  context,
}) => {
  const [one, other] = [await newCustomer(page), await newCustomer(page)]
  await signedInAs(page, one)
  await open(page, '/account/details/')
  const company = page.getByRole('region', { name: 'Company', exact: true })
  const inSecond = () => second.getByRole('region', { name: 'Company', exact: true }).getByLabel('Company')
  await company.getByLabel('Company').fill('First Company')

  const second = await context.newPage()
  await second.goto('/login/')
  await signedInAs(second, other)
  await open(second, '/account/details/')
  const before = await inSecond().inputValue()

  await company.getByRole('button', { name: 'Save company' }).click()
  await expect(company.getByRole('alert')).toHaveText(
    'You have signed in as someone else in this browser since you opened this page. Reload it before you go on.',
  )
  await expect(company.getByLabel('Company')).toHaveValue('First Company')
  await expectAccessible(page)
  await second.reload()
  await expect(inSecond()).toHaveValue(before)

  await page.reload()
  await open(page, '/account/details/')
  await company.getByLabel('Company').fill('Second Company')
  await company.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByRole('banner')).toContainText('Second Company ·')
})

test('the billing page of a phone does not save a card for somebody who has signed in since', async ({
  page,
  context,
}) => {
  const [one, other] = [await newCustomer(page), await newCustomer(page)]
  await signedInAs(page, one)
  await open(page, '/account/billing/?mr=1')
  await page.getByText('Use another card').click()
  await fillCard(page, '5555-5555-5555-4444')

  const second = await context.newPage()
  await second.goto('/login/')
  await signedInAs(second, other)
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'signed in as someone else' })).toBeVisible()
  await open(second, '/account/billing/')
  await expect(second.getByText('Visa ending in 1111')).toBeVisible()
})
