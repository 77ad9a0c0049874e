import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { boxOf } from './kit/boxes.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

const bar = (page: Page) => page.getByRole('group', { name: 'Your plan' })

test.describe('the plan page on a phone 320 wide', { tag: '@wide' }, () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test.beforeEach(async ({ page }) => {
    await signedInAs(page, 'agent@example.com')
    await expect(page).toHaveURL('/account/')
    await open(page, '/account/plan/')
  })

  test('says above the choices what they cost, follows them, and opens', async ({ page }) => {
    const top = bar(page).locator('summary')
    const choices = page.getByRole('heading', { name: 'Change your plan' })
    expect((await boxOf(top)).y).toBeLessThan((await boxOf(choices)).y)
    await expect(top).toContainText(/\$[\d,]+\.\d\d/)
    const before = await top.textContent()
    await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
    await expect(top).not.toHaveText(before ?? '')
    await expect(top).toBeInViewport()
    await expect(bar(page).getByText('Charged now')).toBeHidden()
    await top.click()
    await expect(bar(page).getByText('Charged now')).toBeVisible()
    await expectAccessible(page)
    expect(await overflowOf(page)).toBe(0)
  })

  test('its rows align, and no word is broken', async ({ page }) => {
    const rows = page.locator('.picks > .pick')
    const labels = await rows.evaluateAll((all) =>
      all.map((row) => {
        const leftOf = (element: Element) => {
          const text = document.createRange()
          text.selectNodeContents(element)
          return text.getBoundingClientRect().left
        }
        const label = row.firstElementChild as HTMLElement
        const control = row.children[1] as HTMLElement
        const price = row.querySelector('.price') as HTMLElement
        // Every word must fit on one line: a word wider than its column would be broken.
        const text = (label.textContent ?? '').split(/\s+/)
        const probe = document.createElement('span')
        label.append(probe)
        const widest = Math.max(
          ...text.map((word) => {
            probe.textContent = word
            return probe.getBoundingClientRect().width
          }),
        )
        probe.remove()
        return {
          label: leftOf(label),
          control: control.getBoundingClientRect().right,
          price: leftOf(price),
          fits: widest <= label.getBoundingClientRect().width + 1,
        }
      }),
    )
    expect(labels.length).toBeGreaterThan(5)
    for (const part of ['label', 'control', 'price'] as const)
      expect(new Set(labels.map((row) => Math.round(row[part]))).size, part).toBe(1)
    expect(labels.every(({ fits }) => fits)).toBe(true)
  })
})
