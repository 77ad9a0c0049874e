import { expectAccessible } from './kit/axe.ts'
import { pressEnter, signInToDesk } from './kit/desk.ts'
import { expect, hydrated, overflowOf, test } from './kit/visitor.ts'

const ACCOUNT = '187733'

test('an operator sees what is open and everything that happened, filters it, and adds a note by keyboard', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'helper')
  await page.goto(`${server.deskUrl}/desk/accounts/${ACCOUNT}/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Cedar Lane Insurance' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Open' })).toContainText(/Bill R-\d+ of \$[\d.]+ is unpaid/)
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)

  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByRole('link', { name: 'Charges and bills' }).press('Enter')
  await expect(page).toHaveURL(/kinds=money/)
  await hydrated(page)
  await expect(timeline.getByRole('link', { name: 'Charges and bills' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(timeline.getByRole('listitem').first()).toContainText('Charges and bills')
  const moment = timeline.getByRole('time').first()
  expect(await moment.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)

  const notes = page.getByRole('region', { name: 'Notes' })
  const words = `Prefers email, ${Date.now()}`
  await notes.getByText('Write a note').press('Enter')
  await notes.getByLabel('Note', { exact: true }).fill(words)
  await pressEnter(notes.getByRole('button', { name: 'Add note' }))
  await expect(notes.getByRole('status').first()).toHaveText('The note is added.')
  await expect(notes.getByLabel('Note', { exact: true })).toHaveValue('')
  await expect(notes.getByLabel('Note', { exact: true })).not.toHaveAttribute('aria-invalid')
  await expect(notes.getByText('This field is required')).toHaveCount(0)
  await expect(notes.getByRole('button', { name: 'Add note' })).toBeFocused()
  await pressEnter(notes.getByRole('button', { name: `Strike out the note: ${words}` }))
  await expect(notes.getByRole('status').first()).toHaveText('The note is struck out.')
  await expect(notes.getByRole('status').first()).toBeFocused()
  await expect(notes.getByRole('deletion').filter({ hasText: words })).toBeVisible()
  await expectAccessible(page)
})

test('older lines are added in place with a script, and are a page of their own without', async ({
  page,
  server,
  browser,
}) => {
  await signInToDesk(page, server, 'helper')
  const path = `${server.deskUrl}/desk/accounts/204518/`
  await page.goto(path)
  const notes = page.getByRole('region', { name: 'Notes' })
  for (let count = 0; count < 45; count += 1) {
    await page.request.post(`${server.deskUrl}/desk/api/accounts/204518/notes/`, {
      data: { words: `Line ${count}`, key: `line-${Date.now()}-${count}` },
    })
  }
  await page.reload()
  await expect(notes.getByText('Line 44')).toBeVisible()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem')).toHaveCount(40)
  const older = timeline.getByRole('link', { name: 'Show older' })
  const href = await older.getAttribute('href')
  await older.press('Enter')
  await expect(timeline.getByRole('listitem').nth(40)).toBeFocused()
  await expect(timeline.getByRole('status')).toHaveText(/older lines were added/)
  const total = await timeline.getByRole('listitem').count()
  expect(total).toBeGreaterThan(44)
  expect(await overflowOf(page)).toBe(0)
  await expectAccessible(page)

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const second = await plain.newPage()
  await second.goto(`${server.deskUrl}${href}`)
  const rest = second.getByRole('region', { name: 'Timeline' })
  await expect(rest.getByRole('listitem').first()).toBeVisible()
  await rest.getByRole('link', { name: 'Show the newest' }).click()
  await expect(rest.getByText('Line 44').first()).toBeVisible()
  await plain.close()
})

test('an email of the timeline is shown with its fate, without links that work once', async ({
  page,
  server,
}) => {
  await signInToDesk(page, server, 'reader')
  await page.goto(`${server.deskUrl}/desk/accounts/${ACCOUNT}/?kinds=mail`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline
    .getByRole('link', { name: /^See the email/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('To')
  await expect(page.getByRole('link', { name: 'Send again' })).toHaveCount(0)
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
})
