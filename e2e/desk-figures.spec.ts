import { signInToDesk } from './kit/desk.ts'
import { expect, hydrated, test } from './kit/visitor.ts'

/** The amount in a text, in cents. */
const centsIn = (text: string) => {
  const [, sign, amount = '0'] = /([+−]?)\$([\d,]+\.\d\d)/.exec(text) ?? []
  return Math.round(Number(amount.replaceAll(',', '')) * 100) * (sign === '−' ? -1 : 1)
}

test('a reader picks a month by keyboard, downloads the figures and opens the rows of a number', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'reader')
  // The sample accounts are two months old; the job sums them when the server starts.
  await expect(async () => {
    await page.goto(`${server.deskUrl}/desk/figures/`)
    await expect(page.getByRole('heading', { name: 'Recurring revenue' })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  const choice = page.getByLabel('Month of the sections below')
  await choice.focus()
  await page.keyboard.press('ArrowDown')
  const month = await choice.inputValue()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`month=${month}`))
  await hydrated(page)
  await expect(choice).toHaveValue(month)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('figures.csv')

  const rows = page.getByRole('table', { name: 'Recurring revenue by month' }).locator('tbody tr')
  await rows
    .last()
    .getByRole('link', { name: /^New, / })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^New, \w+ \d{4}$/ })).toBeVisible()
  const listed = await page.locator('tbody td.is-amount').allTextContents()
  const total = ((await page.getByText(/ in \d+ accounts?$/).textContent()) ?? '').split(' in ')[0] ?? ''
  expect(listed.map(centsIn).reduce((sum, cents) => sum + cents, 0)).toBe(centsIn(total))
})
