import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import {
  ACCOUNT,
  fillLegacyCard,
  fillPerson,
  goToLegacyBilling,
  goToThirdStep,
  leaveThird,
  tick,
} from './kit/legacy.ts'
import {
  answer,
  complaint,
  customer,
  draftIn,
  expectRegistered,
  field,
  fillAll,
  heading,
  LOOK_UP,
  next,
  payNow,
  SAVE,
  STEP_1,
  SUBMIT,
} from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

const TAKEN = 'This email is already taken. Please use different email.'
const summary = (page: Page) => page.locator('form:visible .summary')

test('an email that is refused on Next is pointed at, in view and in the summary', async ({ page }) => {
  await open(page, STEP_1)
  await fillAll(page, customer({ Email: 'canceled@example.com' }))
  await next(page).click()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Email')).toBeInViewport()
  await expect(complaint(page, 'Email')).toHaveText(TAKEN)
  await expect(summary(page)).toContainText('Please check one field')
  await expect(summary(page).getByRole('link', { name: 'Email' })).toBeVisible()
  await expectAccessible(page)
})

test('an email that is refused on leaving it does not take the focus back', async ({ page }) => {
  await open(page, STEP_1)
  await field(page, 'Email').fill('canceled@example.com')
  await field(page, 'Confirm email').focus()
  await expect(complaint(page, 'Email')).toHaveText(TAKEN)
  await expect(field(page, 'Confirm email')).toBeFocused()
  await expect(summary(page)).toHaveCount(0)
})

test('the legacy wizard points at a refused email, too', async ({ page }) => {
  await open(page, ACCOUNT)
  await field(page, 'Email').fill('canceled@example.com')
  await next(page).click()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(summary(page)).toContainText('Please check one field')
})

test.describe('when the look-up fails', () => {
  test.use({ expectedConsoleErrors: [/status of 500/] })

  test('Next says so where the person looks, and again at the next press', async ({ page }) => {
    await open(page, STEP_1)
    await fillAll(page, customer())
    await answer(page, LOOK_UP, 500, { errors: 'Something went wrong on our side.' })
    for (const _ of ['once', 'twice']) {
      await next(page).focus()
      await next(page).press('Enter')
      await expect(field(page, 'Email')).toBeFocused()
      await expect(summary(page)).toContainText('Server error.')
    }
  })
})

test.describe('when call 5 does not answer', () => {
  test('Next goes on after eight seconds', async ({ page }) => {
    await page.clock.install()
    await open(page, STEP_1)
    await fillAll(page, customer())
    const { asked } = await neverAnswer(page)
    await next(page).click()
    await asked
    await expect(heading(page)).toHaveText('Customer information')
    await page.clock.runFor(8_000)
    await expect(heading(page)).toHaveText('Billing')
  })

  test('so it does in the legacy wizard', async ({ page }) => {
    await page.clock.install()
    await goToThirdStep(page)
    await tick(page, /For sale by owner/).check()
    await leaveThird(page)
    await fillPerson(page)
    const { asked } = await neverAnswer(page)
    await next(page).click()
    await asked
    await expect(heading(page)).toHaveText('Customer and account information')
    await page.clock.runFor(8_000)
    await expect(heading(page)).toHaveText('Billing')
  })
})

test('a paid sign-up of the legacy wizard takes the draft of the new one along', { tag: '@wide' }, async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await open(other, STEP_1)
  await field(other, 'Answer to the first question').fill('Peoria')
  await expect.poll(() => draftIn(other)).not.toBeNull()
  await other.close()
  await goToLegacyBilling(page)
  await answer(page, SUBMIT, 200, { data: { status: 'registered', pin: '204518' } })
  await fillLegacyCard(page)
  await payNow(page).click()
  await expectRegistered(page)
  expect(await draftIn(page)).toBeNull()
})

test('Edit Plan leads to pricing when the sample site has no such page', { tag: '@wide' }, async ({
  page,
}) => {
  for (const [backUrl, leadsTo] of [
    ['special-offer', 'pricing'],
    ['blog/no-such-post', 'pricing'],
    ['faq', 'faq'],
  ]) {
    await open(page, `/sign-up/step-1?triple=1&back-url=${backUrl}`)
    const edit = page.getByRole('complementary').getByRole('link', { name: 'Edit Plan' })
    await expect(edit).toHaveAttribute('href', new RegExp(`^/site/${leadsTo}/\\?.*#plan-builder$`))
  }
})

/** Never answers call 5. */
async function neverAnswer(page: Page) {
  const asked = page.waitForRequest(`**${SAVE}`)
  await page.route(`**${SAVE}`, () => {})
  return { asked }
}
