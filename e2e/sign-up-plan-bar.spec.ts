import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { boxOf } from './kit/boxes.ts'
import { ACCOUNT, fillAccount, fillBusiness, tick } from './kit/legacy.ts'
import { goToBilling, heading, next, STEP_1 } from './kit/sign-up.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Your plan' })
const panel = (page: Page) => page.getByRole('complementary')

for (const width of [320, 360]) {
  test.describe(`on a phone ${width} wide`, { tag: '@wide' }, () => {
    test.use({ viewport: { width, height: 740 } })
    test('the step and the price stand above the form, and open to the plan', async ({ page }) => {
      await open(page, STEP_1)
      const top = bar(page).locator('summary')
      await expect(top).toContainText('Step 1 of 2')
      await expect(top).toContainText('$397 / mo')
      expect((await boxOf(top)).y).toBeLessThan((await boxOf(heading(page))).y)
      await expect(bar(page).getByText('Triple line dialer')).toBeHidden()
      await expectAccessible(page)
      await top.click()
      await expect(bar(page).getByText('Triple line dialer')).toBeVisible()
      await expect(bar(page).getByText('Total Monthly Cost')).toBeVisible()
      await expect(bar(page).getByRole('link', { name: 'Edit Plan' })).toHaveAttribute(
        'href',
        /plan-builder$/,
      )
      await expectAccessible(page)
      expect(await overflowOf(page)).toBe(0)
      await top.click()
      await expect(bar(page).getByText('Triple line dialer')).toBeHidden()
    })

    test('nothing of it is told twice: the panel below keeps only the rest', async ({ page }) => {
      await open(page, STEP_1)
      await expect(panel(page).getByText('Step 1 of 2')).toBeHidden()
      await expect(panel(page).getByText('Total Monthly Cost')).toBeVisible()
      await expect(panel(page).getByText('Join 25,000+ sales professionals')).toBeVisible()
    })

    test('it follows the steps', async ({ page }) => {
      await goToBilling(page)
      await expect(bar(page).locator('summary')).toContainText('Step 2 of 2')
    })

    test('it follows the steps and the choices of the legacy wizard', async ({ page }) => {
      await open(page, ACCOUNT)
      await expect(bar(page).locator('summary')).toContainText('Step 1 of 5')
      await fillAccount(page)
      await expect(bar(page).locator('summary')).toContainText('Step 2 of 5')
      await fillBusiness(page)
      const top = bar(page).locator('summary')
      await expect(top).toContainText('Step 3 of 5')
      const before = await top.textContent()
      await tick(page, /For sale by owner/).check()
      await expect(top).not.toHaveText(before ?? '')
      await expectAccessible(page)
      expect(await overflowOf(page)).toBe(0)
    })
  })
}

test.describe('without a script', { tag: '@wide' }, () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('the bar opens all the same', async ({ page }) => {
    await page.goto(STEP_1)
    await bar(page).locator('summary').click()
    await expect(bar(page).getByText('Total Monthly Cost')).toBeVisible()
  })
})

test('where there is room the panel tells it, and there is no bar', { tag: '@wide' }, async ({ page }) => {
  await open(page, STEP_1)
  await expect(bar(page)).toHaveCount(0)
  await expect(panel(page).getByText('Step 1 of 2')).toBeVisible()
  await expect(panel(page).getByText('Total Monthly Cost')).toBeVisible()
  await expect(next(page)).toBeVisible()
})
