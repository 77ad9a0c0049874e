import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { signInToDesk } from './kit/desk.ts'
import { expect, overflowOf, test } from './kit/visitor.ts'

/** The sample accounts have lived for two months; the job sums them when the server starts. */
async function openFigures(page: Page, deskUrl: string) {
  await expect(async () => {
    await page.goto(`${deskUrl}/desk/figures/`)
    await expect(page.getByRole('heading', { name: 'Recurring revenue' })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
}

/** The amount in a text, in cents. */
const centsIn = (text: string) => {
  const [, sign, amount = '0'] = /([+−]?)\$([\d,]+\.\d\d)/.exec(text) ?? []
  return Math.round(Number(amount.replaceAll(',', '')) * 100) * (sign === '−' ? -1 : 1)
}

/** Labels of a chart that stand across each other. */
const overlapsIn = (chart: Locator) =>
  chart.locator('svg[role=img]').evaluate((svg) => {
    const labels = [...svg.querySelectorAll('text')].filter((label) => label.getClientRects().length > 0)
    const boxes = labels.map((label) => ({ said: label.textContent, box: label.getBoundingClientRect() }))
    return boxes.flatMap((one, at) =>
      boxes
        .slice(at + 1)
        .filter(
          ({ box }) =>
            one.box.left < box.right &&
            box.left < one.box.right &&
            one.box.top < box.bottom &&
            box.top < one.box.bottom,
        )
        .map(({ said }) => `${one.said} and ${said}`),
    )
  })

test('a reader sees what was earned and lost, and opens what a number counts', async ({ page, server }) => {
  await signInToDesk(page, server, 'reader')
  await openFigures(page, server.deskUrl)
  await expect(page.getByText('Months begin at midnight Eastern.')).toBeVisible()
  await expect(page.getByText(/^As of .+ Eastern\. Every number opens what it counts\.$/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Recurring revenue at the end of each month' })).toBeVisible()
  await expectAccessible(page)
  const table = page.getByRole('table', { name: 'Recurring revenue by month' })
  const rows = table.locator('tbody tr')
  expect(await rows.count()).toBeGreaterThan(1)
  for (const row of await rows.all()) {
    const cells = (await row.locator('td').allTextContents()).map(centsIn)
    const [start = 0, ...rest] = cells
    const end = rest[5] ?? 0
    expect(rest.slice(0, 5).reduce((sum, cents) => sum + cents, start)).toBe(end)
  }
  await rows
    .last()
    .getByRole('link', { name: /^New, / })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^New, \w+ \d{4}$/ })).toBeVisible()
  await expectAccessible(page)
  const listed = await page.locator('tbody td.is-amount').allTextContents()
  const total = ((await page.getByText(/ in \d+ accounts?$/).textContent()) ?? '').split(' in ')[0] ?? ''
  expect(listed.map(centsIn).reduce((sum, cents) => sum + cents, 0)).toBe(centsIn(total))
  await expect(page.getByRole('table').getByRole('link').first()).toHaveAttribute(
    'href',
    /^\/desk\/accounts\/\d{6}\/$/,
  )
})

test('by keyboard: the month is chosen, the tables scroll, the files come', async ({ page, server }) => {
  await signInToDesk(page, server, 'reader')
  await openFigures(page, server.deskUrl)
  const choice = page.getByLabel('Month of the sign-ups and reasons below')
  await choice.focus()
  await page.keyboard.press('ArrowDown')
  const month = await choice.inputValue()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`month=${month}`))
  await expect(page.getByLabel('Month of the sign-ups and reasons below')).toHaveValue(month)
  const region = page.getByRole('region', { name: 'Recurring revenue by month' })
  await region.focus()
  await expect(region).toBeFocused()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).focus()
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('figures.csv')
})

test('at 320 pixels nothing is cut off, and in print the charts stay', async ({ page, server }) => {
  await signInToDesk(page, server, 'reader')
  await openFigures(page, server.deskUrl)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  for (const chart of await page.locator('figure').all()) {
    await expect(chart.locator('figcaption')).toBeVisible()
    expect(await overlapsIn(chart)).toEqual([])
  }
  // Upright paper: on a screen of this width tables scroll; in print nothing scrolls, and nothing is cut off.
  await page.setViewportSize({ width: 720, height: 1000 })
  expect(await page.getByRole('region').evaluateAll(cutOff)).not.toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: 'What changed recurring revenue in each month' })).toBeVisible()
  await expect(page.getByLabel('Month of the sign-ups and reasons below')).toBeHidden()
  expect(await page.getByRole('region').evaluateAll(cutOff)).toEqual([])
  // Of the menu, no empty column is left on a page that is printed across.
  await page.setViewportSize({ width: 1100, height: 760 })
  expect((await page.getByRole('main').boundingBox())?.x).toBe(0)
})

/** The names of the regions that show only a part of what they hold. */
function cutOff(regions: Element[]) {
  return regions
    .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible')
    .map((one) => one.getAttribute('aria-label'))
}
