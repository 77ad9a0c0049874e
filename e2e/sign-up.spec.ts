import * as messages from '#contract/billing/messages.ts'
import {
  expectRegistered,
  field,
  fillAll,
  fillCard,
  goToBilling,
  heading,
  next,
  payNow,
  SAVE,
  STEP_1,
  STEP_2,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, holdScripts, hydrated, open, test } from './kit/visitor.ts'

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('the page says that it needs one, and the bar opens to the plan', async ({ page }) => {
    await page.goto(STEP_2)
    await expect(page).toHaveURL(STEP_1)
    await expect(page.locator('noscript .banner')).toBeVisible()
    await expect(next(page)).toBeDisabled()
    const bar = page.getByRole('region', { name: 'Your plan' })
    await bar.locator('summary').click()
    await expect(bar.getByText('Total Monthly Cost')).toBeVisible()
  })
})

test('what is typed before the script is there stays, a draft fills in the rest, and Next waits', async ({
  page,
}) => {
  await open(page, STEP_1)
  await fillAll(page, { 'Full name': 'Dana Whitfield', Company: 'North Shore Realty' })
  const scripts = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(next(page)).toBeDisabled()
  await field(page, 'Full name').fill('Robin Sato')
  await field(page, 'State').selectOption('IL')
  scripts.release()
  await hydrated(page)
  await expect(next(page)).toBeEnabled()
  await expect(field(page, 'Company')).toHaveValue('North Shore Realty')
  await expect(field(page, 'Full name')).toHaveValue('Robin Sato')
  await expect(field(page, 'State')).toHaveValue('IL')
})

test('Back and Forward walk the steps, but not past a step one that has changed since', async ({ page }) => {
  await goToBilling(page)
  const saved = watchBodies(page, SAVE)
  await page.goBack()
  await expect(heading(page)).toHaveText('Customer information')
  await expect(page).toHaveTitle('Customer information, step 1 of 2 · Sign up · the product')
  await page.goForward()
  await expect(page).toHaveURL(STEP_2)
  await expect(heading(page)).toHaveText('Billing')
  await expect(page).toHaveTitle('Billing, step 2 of 2 · Sign up · the product')
  await page.goBack()
  await fillAll(page, { 'Full name': 'Robin Sato' })
  await page.goForward()
  await expect(page).toHaveURL(STEP_1)
  await expect(heading(page)).toHaveText('Customer information')
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  expect(saved).toMatchObject([{ full_name: 'Robin Sato' }])
})

test('the email of an active account leads to its sign-in [NW1-27, WIR-11]', async ({ page }) => {
  await open(page, STEP_1)
  await field(page, 'Email').fill('agent@example.com')
  await field(page, 'Email').press('Tab')
  await expect(page).toHaveURL(/^[^?]+\/login\/\?status=busy\.active&extraData=/)
  const extraData = JSON.parse(new URL(page.url()).searchParams.get('extraData') ?? '')
  expect(extraData).toEqual({ pin: expect.stringMatching(/^\d{6}$/), email: 'agent@example.com' })
  await expect(page.getByRole('main')).toContainText(`Account Number ${extraData.pin}`)
  await expect(page.getByLabel('Email')).toHaveValue('agent@example.com')
})

test.describe('when the network is lost', () => {
  test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('PAY NOW can be pressed again, and charges once', async ({ page, context }) => {
    await goToBilling(page)
    await fillCard(page)
    await context.setOffline(true)
    await payNow(page).click()
    await expect(page.getByRole('alert').filter({ visible: true })).toContainText(messages.payAgainIsSafe)
    await context.setOffline(false)
    await payNow(page).click()
    await expectRegistered(page)
  })
})
