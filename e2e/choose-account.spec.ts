import { statuses } from '#contract/accounts/statuses.ts'
import { expectAccessible } from './kit/axe.ts'
import { answerAccounts, chooser, LOOK_UP, openChooser, row, TEAM } from './kit/choose-account.ts'
import { expect, overflowOf, test } from './kit/visitor.ts'

test('lists the accounts of the email with an option for each [CHO-01..CHO-03, CHO-05, CHO-06, CHO-10, LGN-20]', async ({
  page,
}) => {
  await openChooser(page)
  await expect(chooser(page).getByRole('heading')).toHaveText('Choose account')
  await expect(chooser(page)).toContainText(
    'This email is associated with multiple accounts. Please choose from the list below:',
  )
  await expect(chooser(page).locator('thead th')).toHaveText([
    'Company',
    'Owner Name',
    'Account Number',
    'Status',
    'Option',
  ])
  const cells = await chooser(page)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((one) => [...one.children].map((cell) => cell.textContent)))
  expect(cells).toEqual([
    ['Lakeview Homes', 'Priya Raman', '204611', 'Active', 'Login'],
    ['Harbor Street Group', 'Priya Raman', '198220', 'Past due', 'Login'],
    ['Prairie Investors', 'Priya Raman', '310077', 'Free sign-up', 'Sign Up'],
  ])
  await expectAccessible(page)
})

test('is told the fields of each account by the look-up [CHO-09, GEN-14, WIR-08, WIR-09]', async ({
  request,
}) => {
  const answer = await request.post(LOOK_UP, { multipart: { email: TEAM } })
  const { login_data_list: accounts } = await answer.json()
  expect(accounts).toHaveLength(3)
  for (const account of accounts) {
    expect(account).toEqual({
      id: expect.any(Number),
      company: expect.any(String),
      name: expect.any(String),
      pin: expect.stringMatching(/^\d{6}$/),
      status: expect.any(String),
      status_id: expect.any(String),
      is_should_sign_up: account.status_id === 'free signup agent',
    })
  }
})

test('is 640 by 400 pixels, and on a small screen as wide as that without scrolling sideways [CHO-08]', async ({
  page,
}) => {
  await openChooser(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await chooser(page).boundingBox()).toMatchObject({ width: 640, height: 400 })
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  const body = chooser(page).locator('.body')
  expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expect(row(page, '204611')).toContainText('Lakeview Homes')
  await row(page, '310077').getByRole('button').scrollIntoViewIfNeeded()
  await expect(chooser(page).getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
})

test('styles a status by its group, and an unknown one neutrally [CHO-11..CHO-15]', async ({ page }) => {
  const groups = {
    'free-signup': ['free signup agent', 'free agent'],
    pending: ['pending', 'waiting for reactivation'],
    active: ['active'],
    cancelled: ['expired', 'canceled'],
    'past-due': ['past_due', '24h_past_due'],
  }
  const ids = Object.values(groups).flat()
  expect([...ids].sort()).toEqual(Object.keys(statuses).sort())
  await answerAccounts(
    page,
    [...ids, 'brand new status', 'constructor'].map((status_id) => ({ status_id, status: `<${status_id}>` })),
  )
  await openChooser(page)
  const looks = new Map<string, string>()
  for (const id of [...ids, 'brand new status', 'constructor']) {
    const badge = chooser(page).getByText(`<${id}>`, { exact: true })
    looks.set(
      id,
      await badge.evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element)
        return `${color} on ${backgroundColor}`
      }),
    )
  }
  const first = Object.values(groups).map(([id = '']) => looks.get(id))
  for (const same of Object.values(groups)) expect(new Set(same.map((id) => looks.get(id))).size).toBe(1)
  expect(new Set(first).size).toBe(5)
  expect(looks.get('brand new status')).toBe(looks.get('constructor'))
})

test('keeps a long list inside itself, with the way out in sight', async ({ page }) => {
  await answerAccounts(
    page,
    Array.from({ length: 40 }, () => ({})),
  )
  await openChooser(page)
  await expect(chooser(page).getByRole('button', { name: /^Login/ })).toHaveCount(40)
  await expect(chooser(page).getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
  await chooser(page)
    .getByRole('button', { name: /^Login/ })
    .last()
    .focus()
  await expect(
    chooser(page)
      .getByRole('button', { name: /^Login/ })
      .last(),
  ).toBeInViewport()
})
