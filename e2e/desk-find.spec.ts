import { signInToDesk } from './kit/desk.ts'
import { expect, test } from './kit/server.ts'

test('slash, typing, arrow keys and Enter open an account; Back restores the typed text', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'reader')
  await page.keyboard.press('/')
  const box = page.getByLabel(/^Find an account/)
  await box.fill('example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Find' })).toBeVisible()
  await page.locator('html[data-hydrated]').waitFor()
  await page.keyboard.press('/')
  await box.pressSequentially('agent@example')
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.locator('mark').first()).toHaveText('agent@example')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\/accounts\/\d{6}\/$/)
  await page.goBack()
  await expect(box).toHaveValue('agent@example')
})

test('without a script the search box opens the results page, and links filter the timeline', async ({
  page,
  server,
  browser,
}) => {
  await signInToDesk(page, server, 'money')
  const storageState = await page.context().storageState()
  const context = await browser.newContext({ storageState, javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${server.deskUrl}/desk/`)
  await plain.getByLabel(/^Find an account/).fill('example.com')
  await plain.keyboard.press('Enter')
  await plain.getByRole('region', { name: 'People' }).getByRole('link').first().click()
  const timeline = plain.getByRole('region', { name: 'Timeline' })
  await timeline.getByRole('link', { name: 'Charges and bills' }).click()
  await expect(plain).toHaveURL(/kinds=money/)
  await expect(timeline.getByRole('listitem').first()).toContainText('Charges and bills')
  await context.close()
})
