import * as paymentMessages from '#contract/billing/messages.ts'
import * as serverMessages from '#contract/wire/server-messages.ts'
import { expectAccessible } from './kit/axe.ts'
import {
  complaint,
  expectRegistered,
  field,
  fillCard,
  goToBilling,
  heading,
  payNow,
  previous,
  SUBMIT,
  step,
  TIMES_OUT,
  watchBodies,
} from './kit/sign-up.ts'
import { expect, test } from './kit/visitor.ts'

const registered = { data: { status: 'registered', pin: '204518' } }
const confirming = { data: { status: 'confirming' } }
const underForm = ':scope > .banner.bad:not(.summary)'

test.use({ expectedConsoleErrors: [/status of (400|500|503)|ERR_FAILED/] })

test('while it is being paid nothing else can be pressed', async ({ page }) => {
  await goToBilling(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${SUBMIT}`, async (route) => {
    await released
    await route.fulfill({ json: registered })
  })
  await fillCard(page)
  await payNow(page).click()
  await expect(payNow(page)).toHaveAttribute('aria-busy', 'true')
  await expect(previous(page)).toBeDisabled()
  release()
  await expectRegistered(page)
})

test('a gateway that times out is waited for: the same order is asked about until it is known', async ({
  page,
}) => {
  await goToBilling(page)
  const sent = watchBodies(page, SUBMIT)
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  const answers = [
    { status: 503, json: { errors: serverMessages.busy } },
    { status: 202, json: confirming },
    seen.then(() => ({ status: 200, json: registered })),
  ]
  let isFirst = true
  await page.route(`**${SUBMIT}`, async (route) => {
    const answered = isFirst ? undefined : await answers.shift()
    isFirst = false
    await (answered ? route.fulfill(answered) : route.continue())
  })
  await fillCard(page, { 'Card number': TIMES_OUT })
  await payNow(page).click()
  const text = page.getByRole('status').filter({ hasText: 'being confirmed with the bank' })
  await expect(text).toContainText('You will not be charged twice', { timeout: 15_000 })
  await expect(previous(page)).toBeDisabled()
  await expectAccessible(page)
  see()
  await expect(page).toHaveURL('/login/?status=registered', { timeout: 20_000 })
  expect(sent).toHaveLength(4)
  for (const body of sent) expect(body).toEqual(sent[0])
})

test('a gateway that times out and then refuses gives the form back with its reason', async ({ page }) => {
  await goToBilling(page)
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  const answers = [
    { status: 202, json: confirming },
    seen.then(() => ({ status: 400, json: { errors: paymentMessages.notCharged } })),
  ]
  await page.route(`**${SUBMIT}`, async (route) => route.fulfill(await answers.shift()))
  await fillCard(page)
  await payNow(page).click()
  await expect(page.getByText('being confirmed with the bank')).toBeVisible()
  see()
  await expect(step(page).locator(underForm)).toHaveText(paymentMessages.notCharged)
  await expect(page.getByText('being confirmed with the bank')).toHaveCount(0)
  await expect(previous(page)).toBeEnabled()
})

test('who goes Back while it is being paid is brought to the refusal', async ({ page }) => {
  await goToBilling(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${SUBMIT}`, async (route) => {
    await released
    await route.fulfill({ status: 400, json: { errors: { payment_form: { cvv: ['Wrong code.'] } } } })
  })
  await fillCard(page)
  const asked = page.waitForRequest(`**${SUBMIT}`)
  await payNow(page).click()
  await asked
  await page.goBack()
  await expect(heading(page)).toHaveText('Customer information')
  release()
  await expect(heading(page)).toHaveText('Billing')
  await expect(complaint(page, 'CVV')).toHaveText('Wrong code.')
  await expect(field(page, 'CVV')).toBeFocused()
})
