import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
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
