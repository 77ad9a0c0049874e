import type { Page } from '@playwright/test'
import * as paymentMessages from '#contract/billing/messages.ts'
import { expectAccessible } from './kit/axe.ts'
import {
  ACCOUNT,
  BILLING,
  CUSTOMER,
  dialog,
  fillLegacyCard,
  fillPerson,
  goToLegacyBilling,
  goToThirdStep,
  leavePerson,
  leaveThird,
  tick,
} from './kit/legacy.ts'
import {
  complaint,
  customer,
  expectRegistered,
  field,
  fillAll,
  fillCard,
  goToBilling,
  heading,
  newEmail,
  next,
  payNow,
  SAVE,
  STEP_1,
  STEP_2,
  SUBMIT,
  sameHere,
  sameThere,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

const PENDING = { data: { status: 'pending' } }
const DECLINED = { errors: { payment_form: { number: [paymentMessages.cardDeclined] } } }
const changedBanner = (page: Page) => page.getByText('You changed your details in the meantime.')

test.use({ expectedConsoleErrors: [/status of 400/] })

test('what is corrected while Next is under way keeps step one open, and is what is paid for', async ({
  page,
}) => {
  await open(page, STEP_1)
  await fillAll(page, customer())
  const call = await holdCall(page, SAVE)
  await next(page).click()
  await call.asked
  await field(page, 'Company').fill('Lakeside Realty')
  await call.release(200, PENDING)
  await expect(changedBanner(page)).toBeVisible()
  await expect(page).toHaveURL(STEP_1)
  await expect(field(page, 'Company')).toBeFocused()
  await expectAccessible(page)
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
  const [sent] = await paidBodies(page, () => fillCard(page))
  expect(sent).toMatchObject({ company: 'Lakeside Realty' })
})

test('the tick for the address counts as it stands when Next is answered', { tag: '@wide' }, async ({
  page,
}) => {
  await open(page, STEP_1)
  await fillAll(page, customer())
  const call = await holdCall(page, SAVE)
  await next(page).click()
  await call.asked
  await sameHere(page).check()
  await call.release(200, PENDING)
  await expect(heading(page)).toHaveText('Billing')
  await expect(sameThere(page)).toBeChecked()
})

test('what is corrected while the card is being charged is not passed over by a refusal', async ({
  page,
}) => {
  await goToBilling(page)
  await fillCard(page)
  const call = await holdCall(page, SUBMIT)
  await payNow(page).click()
  await call.asked
  await page.goBack()
  const email = newEmail()
  await fillAll(page, { Email: email, 'Confirm email': email, Company: 'Lakeside Realty' })
  await call.release(400, DECLINED)
  await expect(changedBanner(page)).toBeVisible()
  await expect(page).toHaveURL(STEP_1)
  await page.goForward()
  await expect(page).toHaveURL(STEP_1)
  await next(page).click()
  await expect(page).toHaveURL(STEP_2)
  await expect(complaint(page, 'Card number')).toHaveText(paymentMessages.cardDeclined)
  const [sent] = await paidBodies(page, () => field(page, 'CVV').fill('456'))
  expect(sent).toMatchObject({ email, company: 'Lakeside Realty' })
})

test('who goes back and changes nothing is shown the refusal', { tag: '@wide' }, async ({ page }) => {
  await goToBilling(page)
  await fillCard(page)
  const call = await holdCall(page, SUBMIT)
  await payNow(page).click()
  await call.asked
  await page.goBack()
  await expect(page).toHaveURL(STEP_1)
  await call.release(400, DECLINED)
  await expect(page).toHaveURL(STEP_2)
  await expect(complaint(page, 'Card number')).toHaveText(paymentMessages.cardDeclined)
})

test('in the legacy wizard, what is corrected while Next is under way keeps step four open', async ({
  page,
}) => {
  await goToThirdStep(page)
  await tick(page, /For sale by owner/).check()
  await leaveThird(page)
  await fillPerson(page)
  const call = await holdCall(page, SAVE)
  await next(page).click()
  await call.asked
  await field(page, 'Company').fill('Lakeside Realty')
  await call.release(200, PENDING)
  await expect(changedBanner(page)).toBeVisible()
  await expect(page).toHaveURL(CUSTOMER)
  await expectAccessible(page)
  await leavePerson(page)
  const [sent] = await paidBodies(page, () => fillLegacyCard(page))
  expect(sent).toMatchObject({ company: 'Lakeside Realty' })
})

test('in the legacy wizard, what is corrected while the card is being charged is not passed over', {
  tag: '@wide',
}, async ({ page }) => {
  await goToLegacyBilling(page)
  await fillLegacyCard(page)
  const call = await holdCall(page, SUBMIT)
  await payNow(page).click()
  await call.asked
  await page.goBack()
  await field(page, 'Company').fill('Lakeside Realty')
  await call.release(400, DECLINED)
  await expect(changedBanner(page)).toBeVisible()
  await expect(page).toHaveURL(CUSTOMER)
  await leavePerson(page)
  await expect(complaint(page, 'Card number')).toHaveText(paymentMessages.cardDeclined)
  const [sent] = await paidBodies(page, () => field(page, 'CVV').fill('456'))
  expect(sent).toMatchObject({ company: 'Lakeside Realty' })
})

test('in the legacy wizard, another email that is being typed is not passed over by a refusal', {
  tag: '@wide',
}, async ({ page }) => {
  const former = await goToLegacyBilling(page)
  await fillLegacyCard(page)
  const call = await holdCall(page, SUBMIT)
  await payNow(page).click()
  await call.asked
  await page.evaluate(() => history.go(-4))
  await expect(page).toHaveURL(ACCOUNT)
  const email = newEmail()
  await field(page, 'Email').fill(email)
  await call.release(400, DECLINED)
  await field(page, 'Email').press('Tab')
  await expect(dialog(page, 'Warning')).toContainText('A new email starts a new sign-up')
  await expect(page).toHaveURL(ACCOUNT)
  await dialog(page, 'Warning').getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Email')).toHaveValue(former)
  await page.evaluate(() => history.go(4))
  await expect(page).toHaveURL(BILLING)
  await expect(complaint(page, 'Card number')).toHaveText(paymentMessages.cardDeclined)
})

/** Holds the next call to a path back, until it is answered. */
async function holdCall(page: Page, path: string) {
  const { promise: released, resolve } = Promise.withResolvers<{ status: number; json: object }>()
  await page.route(`**${path}`, async (route) => route.fulfill(await released), { times: 1 })
  const asked = page.waitForRequest(`**${path}`)
  return {
    asked,
    async release(status: number, json: object) {
      const answered = page.waitForResponse(`**${path}`)
      resolve({ status, json })
      await answered
    },
  }
}

/** Fills in the card, pays, and returns what was sent. */
async function paidBodies(page: Page, fill: () => Promise<void>) {
  await fill()
  const bodies = watchBodies(page, SUBMIT)
  await payNow(page).click()
  await expectRegistered(page)
  return bodies
}
