import { chooser, openChooser, row, TEAM, title } from './kit/choose-account.ts'
import { doubleClickInto, pause, pressEnterInto, stopClock } from './kit/double-press.ts'
import { LOOK_UP, SIGN_IN, submit } from './kit/sign-in.ts'
import { expect, fillIn, open, PASSWORD, partsOf, pathsOf, test, watchCalls } from './kit/visitor.ts'

test('the chosen account is signed in to and listed first next time [LGN-20, LGN-32, CHO-06, WIR-03]', {
  tag: '@narrow',
}, async ({ page }) => {
  const calls = watchCalls(page)
  await openChooser(page)
  await expect(chooser(page).locator('tbody tr')).toHaveText([
    /204611.*Login/,
    /198220.*Login/,
    /310077.*Sign Up/,
  ])
  expect(pathsOf(calls)).toEqual([LOOK_UP])
  await chooser(page)
    .getByRole('button', { name: 'Login to Harbor Street Group, account number 198220' })
    .click()
  await expect(page).toHaveURL('/account/billing/')
  await expect(page.getByRole('banner')).toContainText('198220')
  expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
  expect(calls[1] && partsOf(calls[1])).toMatchObject({ email: TEAM, password: PASSWORD, pin: '198220' })
  await openChooser(page)
  await expect(chooser(page).locator('tbody tr')).toHaveText([/198220/, /204611/, /310077/])
})

test('pressing Enter twice or holding it chooses nothing; Tab and Enter do [LGN-20, LGN-32]', async ({
  page,
}) => {
  const calls = watchCalls(page)
  await open(page, '/login/')
  await fillIn(page, TEAM)
  await pressEnterInto(page, chooser(page))
  await expect(title(page)).toBeFocused()
  expect(pathsOf(calls)).toEqual([LOOK_UP])
  await page.keyboard.press('Tab')
  await expect(chooser(page).getByRole('button', { name: /^Login to Lakeview Homes/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/')
  expect(pathsOf(calls)).toEqual([LOOK_UP, SIGN_IN])
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('a double click or double tap on Submit chooses nothing [LGN-20, LGN-32]', async ({ page }) => {
    const calls = watchCalls(page)
    await open(page, '/login/')
    await stopClock(page)
    await fillIn(page, TEAM)
    await doubleClickInto(page, submit(page), chooser(page))
    await expect(chooser(page)).toBeVisible()
    expect(pathsOf(calls)).toEqual([LOOK_UP])
    await pause(page)
    await page.keyboard.press('Escape')
    await expect(chooser(page)).toBeHidden()

    await submit(page).tap()
    const option = row(page, '198220').getByRole('button')
    // Wherever the second tap lands: on an account, or outside the dialog.
    await option.tap()
    await page.touchscreen.tap(3, 3)
    await expect(chooser(page)).toBeVisible()
    expect(pathsOf(calls)).toEqual([LOOK_UP, LOOK_UP])
    await pause(page)
    await option.tap()
    await expect(page).toHaveURL('/account/billing/')
    expect(pathsOf(calls)).toEqual([LOOK_UP, LOOK_UP, SIGN_IN])
  })
})
