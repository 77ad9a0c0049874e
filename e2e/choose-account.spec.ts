import type { Page } from '@playwright/test'
import { statuses } from '../contract/statuses.ts'
import { expectAccessible } from './kit/axe.ts'
import {
  awake,
  expect,
  fillIn,
  holdScripts,
  open,
  overflowOf,
  PASSWORD,
  partsOf,
  pathsOf,
  signInAs,
  test,
  watchCalls,
} from './kit/visitor.ts'

const LOOK_UP = '/rest/auth/check_agent_email/'
const SIGN_IN = '/rest/auth/login/'
const TEAM = 'team@example.com'
const chooser = (page: Page) => page.getByRole('dialog', { name: 'Choose account' })
const row = (page: Page, pin: string) => chooser(page).getByRole('row').filter({ hasText: pin })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })

async function openChooser(page: Page, password = PASSWORD) {
  await signInAs(page, TEAM, password)
  await expect(chooser(page)).toBeVisible()
  await settled(page)
}

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

test('signs in to the account that is chosen, with its number [LGN-32, CHO-06, WIR-03]', async ({ page }) => {
  const calls = watchCalls(page)
  await openChooser(page)
  expect(pathsOf(calls)).toEqual([LOOK_UP])
  await chooser(page)
    .getByRole('button', { name: 'Login to Harbor Street Group, account number 198220' })
    .click()
  await expect(page).toHaveURL('/account/billing/')
  await expect(page.getByRole('banner')).toContainText('198220')
  expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
  expect(calls[1] && partsOf(calls[1])).toMatchObject({ email: TEAM, password: PASSWORD, pin: '198220' })
})

test('signs up where there is only an invitation, by a full load [LGN-21, CHO-05]', async ({ page }) => {
  await page.route('**/sign-up/', (route) => route.fulfill({ contentType: 'text/html', body: 'arrived' }))
  const calls = watchCalls(page)
  await openChooser(page)
  const load = page.waitForRequest('**/sign-up/')
  await chooser(page).getByRole('button', { name: 'Sign Up for Prairie Investors' }).click()
  expect((await load).isNavigationRequest()).toBe(true)
  await expect(page.getByText('arrived')).toBeVisible()
  expect(pathsOf(calls)).toEqual([LOOK_UP])
})

test('closes by Cancel, Escape or a click beside it, and nobody is signed in [CHO-04]', async ({ page }) => {
  const calls = watchCalls(page)
  await openChooser(page)
  await chooser(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(chooser(page)).toBeHidden()
  await expect(submit(page)).toBeFocused()
  for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(3, 3)]) {
    await submit(page).click()
    await expect(chooser(page)).toBeVisible()
    await leave()
    await expect(chooser(page)).toBeHidden()
  }
  await expect(page.getByLabel('Email')).toHaveValue(TEAM)
  expect(new Set(pathsOf(calls))).toEqual(new Set([LOOK_UP]))
})

test('is used by the keyboard alone: Enter takes the first account [CHO-06, LGN-32]', async ({ page }) => {
  await open(page, '/login/')
  await fillIn(page, TEAM)
  await page.keyboard.press('Enter')
  const first = chooser(page).getByRole('button', { name: /^Login to Lakeview Homes/ })
  await expect(first).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(chooser(page).getByRole('button', { name: /^Login to Harbor Street Group/ })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/')
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

test('is not needed for a list of one: the sign-in follows at once [LGN-31]', async ({ page }) => {
  await answerAccounts(page, [{}])
  const calls = watchCalls(page)
  await signInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
})

test('sends once for two clicks and looks busy; Cancel takes the choice back [CHO-04, LGN-32]', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**${SIGN_IN}`, async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  const calls = watchCalls(page)
  await openChooser(page)
  const option = chooser(page).getByRole('button', { name: /^Login to Lakeview Homes/ })
  await option.dblclick()
  await expect(option).toHaveAttribute('aria-busy', 'true')
  await chooser(page)
    .getByRole('button', { name: /^Login to Harbor/ })
    .click()
  expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
  await chooser(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(chooser(page)).toBeHidden()
  await expect(submit(page)).not.toHaveAttribute('aria-busy', 'true')
  resolve()
  await submit(page).click()
  await option.click()
  await expect(page).toHaveURL('/account/')
})

test('puts the account of last time first and says so, and keeps no email [CHO-06]', async ({ page }) => {
  await openChooser(page)
  await expect(chooser(page)).not.toContainText('Last used on this device')
  await row(page, '198220').getByRole('button').click()
  await expect(page).toHaveURL('/account/billing/')
  await openChooser(page)
  const rows = chooser(page).locator('tbody tr')
  await expect(rows.first()).toContainText('Last used on this device')
  await expect(rows).toHaveText([/198220/, /204611/, /310077/])
  await expect(rows.first().getByRole('button')).toBeFocused()
  await expectAccessible(page)
  const kept = await page.evaluate(() => Object.entries(localStorage).flat().join(' '))
  expect(kept).toContain('198220')
  expect(kept).not.toMatch(/team|example|@/)
})

test.describe('a password that does not fit', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('closes it, and the form says so [LGN-36]', async ({ page }) => {
    await openChooser(page, 'not-the-password')
    await row(page, '204611').getByRole('button').click()
    await expect(chooser(page)).toBeHidden()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid login/password')
    await fillIn(page, TEAM)
    await submit(page).click()
    await row(page, '204611').getByRole('button').click()
    await expect(page).toHaveURL('/account/')
  })

  test('at a field sends the focus there, out of the dialog [LGN-36]', async ({ page }) => {
    await page.route(`**${SIGN_IN}`, (route) =>
      route.fulfill({ status: 400, json: { errors: { password: ['Too old.'] } } }),
    )
    await openChooser(page)
    await row(page, '204611').getByRole('button').click()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Too old.')
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: [/Failed to load resource/] })

  async function post(page: Page, address: string, password = PASSWORD) {
    await page.goto(address)
    await fillIn(page, TEAM, password)
    await submit(page).click()
    await expect(chooser(page)).toBeVisible()
  }

  test('is part of the page, and an account is chosen [LGN-20, LGN-32, CHO-05, CHO-06]', async ({ page }) => {
    await post(page, '/login/')
    await expect(chooser(page).locator('tbody tr')).toHaveText([
      /204611.*Login/,
      /198220.*Login/,
      /310077.*Sign Up/,
    ])
    expect(await page.content()).not.toContain(PASSWORD)
    await chooser(page)
      .getByRole('button', { name: /^Login to Harbor Street Group/ })
      .click()
    await expect(page).toHaveURL('/account/billing/')
    await expect(page.getByRole('banner')).toContainText('198220')
  })

  test('keeps what the address says [LGN-10]', async ({ page }) => {
    await post(page, '/login/?mr=1')
    await chooser(page)
      .getByRole('button', { name: /^Login to Lakeview Homes/ })
      .click()
    await expect(page).toHaveURL('/account/billing/')
  })

  test('goes to sign up where there is only an invitation [LGN-21]', async ({ page }) => {
    await page.route('**/sign-up/', (route) => route.fulfill({ contentType: 'text/html', body: 'arrived' }))
    await post(page, '/login/')
    const load = page.waitForRequest('**/sign-up/')
    await chooser(page)
      .getByRole('button', { name: /^Sign Up/ })
      .click()
    expect((await load).isNavigationRequest()).toBe(true)
  })

  test('closes by Cancel, and the email is still there [CHO-04]', async ({ page }) => {
    await post(page, '/login/')
    await chooser(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(chooser(page)).toBeHidden()
    await expect(page.getByLabel('Email')).toHaveValue(TEAM)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  })

  test('a password that does not fit leads back to the form [LGN-36]', async ({ page }) => {
    await post(page, '/login/', 'not-the-password')
    await chooser(page)
      .getByRole('button', { name: /^Login to Lakeview Homes/ })
      .click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid login/password')
    await expect(chooser(page)).toBeHidden()
    await expect(page.getByLabel('Email')).toHaveValue(TEAM)
  })
})

test('posted before the script is there, it stays open when the script comes, and works [LGN-20, LGN-32]', async ({
  page,
}) => {
  const scripts = await holdScripts(page)
  await page.goto('/login/', { waitUntil: 'commit' })
  await fillIn(page, TEAM)
  await submit(page).click()
  await expect(chooser(page)).toBeVisible()
  scripts.release()
  await awake(page)
  await settled(page)
  const first = chooser(page).getByRole('button', { name: /^Login to Lakeview Homes/ })
  await expect(first).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(chooser(page)).toBeHidden()
  await fillIn(page, TEAM)
  await submit(page).click()
  await row(page, '204611').getByRole('button').click()
  await expect(page).toHaveURL('/account/')
})

test('cancelled before the script is there, it does not open again [CHO-04]', async ({ page }) => {
  const scripts = await holdScripts(page)
  await page.goto('/login/', { waitUntil: 'commit' })
  await fillIn(page, TEAM)
  await submit(page).click()
  await chooser(page).getByRole('button', { name: 'Cancel' }).click()
  scripts.release()
  await awake(page)
  await submit(page).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'This field is required',
  )
  await expect(chooser(page)).toBeHidden()
  await fillIn(page, TEAM)
  await submit(page).click()
  await expect(chooser(page)).toBeVisible()
})

async function answerAccounts(page: Page, accounts: object[]) {
  const login_data_list = accounts.map((account, place) => ({
    id: place + 1,
    company: `Company ${place + 1}`,
    name: 'Some Owner',
    pin: String(100_001 + place),
    status: 'Active',
    status_id: 'active',
    is_should_sign_up: false,
    ...account,
  }))
  await page.route(`**${LOOK_UP}`, (route) => route.fulfill({ json: { login_data_list } }))
}

/** A dialog rises while it opens: colours and places count once it stands. */
async function settled(page: Page) {
  await chooser(page).evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished)),
  )
}
