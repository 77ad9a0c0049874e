import { expectAccessible } from './kit/axe.ts'
import {
  answerAccounts,
  chooser,
  LOOK_UP,
  openChooser,
  row,
  SIGN_IN,
  submit,
  TEAM,
  title,
} from './kit/choose-account.ts'
import { doubleClickInto, pause, pressEnterInto, stopClock } from './kit/double-press.ts'
import {
  expect,
  fillIn,
  open,
  PASSWORD,
  partsOf,
  pathsOf,
  signInAs,
  test,
  watchCalls,
} from './kit/visitor.ts'

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

test('is used by the keyboard alone: Tab leads to the accounts, Enter takes one [CHO-06, LGN-32]', async ({
  page,
}) => {
  await open(page, '/login/')
  await fillIn(page, TEAM)
  await page.keyboard.press('Enter')
  const first = chooser(page).getByRole('button', { name: /^Login to Lakeview Homes/ })
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(chooser(page).getByRole('button', { name: /^Login to Harbor Street Group/ })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/')
})

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 1440, height: 800 },
])
  test(`a double click on Submit chooses nothing, at ${viewport.width} by ${viewport.height} [LGN-20, LGN-32]`, {
    tag: '@wide',
  }, async ({ page }) => {
    await page.setViewportSize(viewport)
    const calls = watchCalls(page)
    await open(page, '/login/')
    await stopClock(page)
    await fillIn(page, TEAM)
    await doubleClickInto(page, submit(page), chooser(page))
    await expect(chooser(page)).toBeVisible()
    expect(pathsOf(calls)).toEqual([LOOK_UP])
    await row(page, '198220').getByRole('button').click()
    await expect(page).toHaveURL('/account/billing/')
    expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
  })

test('Enter pressed twice or held down chooses nothing [LGN-20, LGN-32]', {
  tag: '@wide',
}, async ({ page }) => {
  const calls = watchCalls(page)
  await open(page, '/login/')
  await fillIn(page, TEAM)
  await pressEnterInto(page, chooser(page))
  expect(pathsOf(calls)).toEqual([LOOK_UP])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/')
  expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('a double tap on Submit chooses nothing [LGN-20, LGN-32]', { tag: '@wide' }, async ({ page }) => {
    const calls = watchCalls(page)
    await open(page, '/login/')
    await stopClock(page)
    await fillIn(page, TEAM)
    await submit(page).tap()
    const option = row(page, '198220').getByRole('button')
    // Wherever the second tap lands: on an account, or beside the dialog.
    await option.tap()
    await page.touchscreen.tap(3, 3)
    await expect(chooser(page)).toBeVisible()
    expect(pathsOf(calls)).toEqual([LOOK_UP])
    await pause(page)
    await option.tap()
    await expect(page).toHaveURL('/account/billing/')
    expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
  })
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
  // The button is busy a little before its request leaves.
  await expect.poll(() => pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
  await chooser(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(chooser(page)).toBeHidden()
  await expect(submit(page)).not.toHaveAttribute('aria-busy', 'true')
  expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
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
  await expect(title(page)).toBeFocused()
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
