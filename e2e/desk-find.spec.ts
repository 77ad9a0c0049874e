import { expectAccessible } from './kit/axe.ts'
import { signInToDesk } from './kit/desk.ts'
import { expect, test } from './kit/server.ts'
import { overflowOf } from './kit/visitor.ts'

test('a slash, some letters, arrow keys and Enter lead to an account', async ({ page, server }) => {
  await signInToDesk(page, server, 'reader')
  await page.locator('html[data-hydrated]').waitFor()
  await page.keyboard.press('/')
  const box = page.getByRole('searchbox', { name: /^Find/ })
  await expect(box).toBeFocused()
  await box.fill('example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Find' })).toBeVisible()
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.getByRole('link').first()).toBeVisible()
  await expectAccessible(page)
  await page.locator('html[data-hydrated]').waitFor()

  await page.keyboard.press('/')
  await box.pressSequentially('agent@example')
  await expect(people.locator('mark').first()).toHaveText('agent@example')
  await page.keyboard.press('ArrowDown')
  await expect(people.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(box).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\/accounts\/\d{6}\/$/)
  await page.goBack()
  await expect(box).toHaveValue('agent@example')
})

test('what the text names opens at once; what nobody has is said, and an error number explained', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'helper')
  const box = page.getByRole('searchbox', { name: /^Find/ })
  await box.fill('  AGENT@example.com ')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/desk\/accounts\/\d{6}\/$/)

  await page.goto(`${server.deskUrl}/desk/find/`)
  await box.fill('zzyzxq')
  await expect(page.getByText('Nothing matches “zzyzxq”.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toHaveCount(1)
  await box.fill('0b8a3c1e-5d5f-4c0e-9a53-3f2f8d6f1b22')
  await expect(page.getByRole('heading', { name: 'This looks like an error number' })).toBeVisible()
  await expectAccessible(page)
  await box.fill('4111 11')
  await expect(page).toHaveURL(/\?q=4111/)
  await box.fill('4111 1111 1111')
  await expect(page).toHaveURL(/\/desk\/find\/$/)
  await box.fill('agent')
  await expect(page).toHaveURL(/\?q=agent$/)
  await box.fill('agent, 4111 1111 1111')
  await expect(page).toHaveURL(/\/desk\/find\/$/)
  await box.fill('4111 1111 1111 1111')
  await expect(page.getByText('That was a whole card number.')).toBeVisible()
  await expect(page).toHaveURL(/\/desk\/find\/$/)
})

test('without a script the box asks for the page of results', async ({ page, server, browser }) => {
  await signInToDesk(page, server, 'money')
  const storageState = await page.context().storageState()
  const context = await browser.newContext({ storageState, javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${server.deskUrl}/desk/`)
  await plain.getByRole('searchbox', { name: /^Find/ }).fill('example.com')
  await plain.keyboard.press('Enter')
  await expect(plain.getByRole('region', { name: 'People' }).getByRole('link').first()).toBeVisible()
  await context.close()
})

test('the list of one kind is read by keyboard, and the way back leads to all results', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'reader')
  await page.goto(`${server.deskUrl}/desk/find/?q=example&kind=person`)
  await page.locator('html[data-hydrated]').waitFor()
  await expect(page.getByRole('searchbox', { name: /^Find/ })).toHaveValue('example')
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.locator('mark').first()).toHaveText('example')
  await expect(page.getByRole('region')).toHaveCount(1)
  await expectAccessible(page)
  await people.getByRole('link', { name: 'All results' }).press('Enter')
  await expect(page).toHaveURL(/\?q=example$/)
  await expect(people.locator('mark').first()).toBeVisible()
})

test('on a narrow screen nothing is cut off', async ({ page, server }) => {
  await signInToDesk(page, server, 'admin')
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [
    '/desk/',
    '/desk/queues/renewals/',
    '/desk/find/?q=example',
    '/desk/find/?q=example&kind=person',
  ]) {
    await page.goto(`${server.deskUrl}${path}`)
    expect(await overflowOf(page), path).toBe(0)
  }
})
