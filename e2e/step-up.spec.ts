import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { makeStale, stepUp, turnOnFactor } from './kit/step-up.ts'
import { expect, open, overflowOf, PASSWORD, pathsOf, signedInAs, test, watchCalls } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/Failed to load resource/] })

const EMAIL = '/rest/account/email/'
const STEP_UP = '/rest/account/step-up/'
const newEmail = () => `dana.${crypto.randomUUID().slice(0, 8)}@northshore.example`

async function fillCard(page: Page) {
  await page.getByText('Use another card').click()
  await page.getByLabel('Card number').fill('5555555555554444')
  await page.getByLabel('Card holder name').fill('Joan Okafor')
  await page.getByLabel('Month').selectOption('12')
  await page.getByLabel('Year').selectOption({ index: 4 })
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('60601')
}

async function askForEmail(page: Page, email = newEmail()) {
  await page.getByLabel('New email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
}

async function expectFits(page: Page) {
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
}

/** Signed in with the password alone, so that the factor is asked for later. Returns the recovery codes, the first one used. */
async function signedInOnTrustedDevice(page: Page): Promise<string[]> {
  const email = await newCustomer(page)
  await signedInAs(page, email)
  const { codes } = await turnOnFactor(page)
  await page.context().clearCookies()
  await page.request.post('/rest/auth/login/', { multipart: { email, password: PASSWORD } })
  await page.request.post('/rest/auth/second-step/', {
    multipart: { code: codes[0] ?? '', trust_device: '1' },
  })
  await signedInAs(page, email)
  await expect(page).toHaveURL('/account/')
  return codes
}

/** By this clock every step takes too long for one task, so React returns to the browser after each. */
function everythingTakesLong() {
  const now = performance.now.bind(performance)
  let spent = 0
  performance.now = () => {
    spent += 2
    return now() + spent
  }
}

/** Opens the other form of the dialog, types some tasks later, and returns what its field contains in the end. */
async function openAndType(button: HTMLElement | SVGElement, tasks: number): Promise<string | undefined> {
  const nextTask = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = resolve
      port2.postMessage(null)
    })
  const dialog = button.closest('dialog')
  const input = () => dialog?.querySelector<HTMLInputElement>('input[name=code]')
  ;(button as HTMLElement).click()
  for (let n = 0; n < tasks; n++) await nextTask()
  input()?.focus()
  document.execCommand('insertText', false, '234567')
  for (let n = 0; n < 20; n++) await nextTask()
  return input()?.value
}

test('a change asks for the password, goes on where it was, and the next ones do not ask again', async ({
  page,
}) => {
  await signedInAs(page, await newCustomer(page))
  await makeStale(page)
  await open(page, '/account/security/')
  const calls = watchCalls(page)
  const email = newEmail()
  await page.getByLabel('New email').fill(email)
  await page.keyboard.press('Enter')

  await expect(stepUp(page).getByLabel('Your password')).toBeFocused()
  await expect(stepUp(page)).toHaveAccessibleDescription(/one more check/)
  await expectFits(page)
  await page.keyboard.press('Enter')
  await expect(stepUp(page).getByLabel('Your password')).toHaveAccessibleDescription('This field is required')
  await page.keyboard.type('not mine')
  await page.keyboard.press('Enter')
  await expect(stepUp(page).getByLabel('Your password')).toHaveAccessibleDescription(
    'Your password is incorrect.',
  )
  await expect(stepUp(page).getByLabel('Your password')).toBeFocused()
  await expectFits(page)
  await page.setViewportSize({ width: 320, height: 480 })
  expect(await overflowOf(page)).toBe(0)
  await stepUp(page).getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(stepUp(page)).toHaveCount(0)
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible()
  expect(pathsOf(calls)).toEqual([EMAIL, STEP_UP, STEP_UP, EMAIL])
  expect(calls.at(-1)?.postData()).toBe(calls[0]?.postData())

  await open(page, '/account/security/second-factor/')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Scan this with your app' })).toBeFocused()
  await open(page, '/account/billing/')
  await fillCard(page)
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByText('ending in 4444').first()).toBeVisible()
})

test('the card, the mail server, the second factor and a plan that more than doubles ask, each with its own page', async ({
  page,
}) => {
  await signedInAs(page, await newCustomer(page))
  const confirm = async () => {
    await stepUp(page).getByLabel('Your password').fill(PASSWORD)
    await stepUp(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(stepUp(page)).toHaveCount(0)
  }

  await makeStale(page)
  await open(page, '/account/billing/')
  await fillCard(page)
  await page.getByRole('button', { name: 'Save card' }).click()
  await confirm()
  await expect(page.getByText('ending in 4444').first()).toBeVisible()

  await makeStale(page)
  await open(page, '/account/outgoing-mail/')
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port').fill('9')
  await page.getByLabel('Security').selectOption('none')
  await page.getByLabel('Sender address').fill('office@north-shore.example')
  await page.getByRole('button', { name: /^Save/ }).click()
  await confirm()
  await expect(page.getByRole('button', { name: /Remove|Delete/ })).toBeVisible()

  await makeStale(page)
  await open(page, '/account/plan/')
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rest/account/plan/')) keys.push(request.postDataJSON().idempotency_key)
  })
  await page.getByRole('button', { name: /^Pay \$/ }).dblclick()
  await confirm()
  await expect(page.getByText('Your plan has changed.')).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])

  await makeStale(page)
  await open(page, '/account/security/second-factor/')
  await page.getByRole('button', { name: 'Continue' }).click()
  await confirm()
  await expect(page.getByRole('heading', { name: 'Scan this with your app' })).toBeFocused()
})

test('canceling changes nothing, keeps what was typed and gives the focus back', async ({ page }) => {
  await signedInAs(page, await newCustomer(page))
  await makeStale(page)
  await open(page, '/account/billing/')
  await fillCard(page)
  const save = page.getByRole('button', { name: 'Save card' })
  for (const cancel of [
    () => page.keyboard.press('Escape'),
    () => stepUp(page).getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await save.click()
    await stepUp(page).getByLabel('Your password').fill('half a passw')
    await cancel()
    await expect(stepUp(page)).toHaveCount(0)
    await expect(save).toBeFocused()
    await expect(page.getByLabel('Card number')).toHaveValue('5555-5555-5555-4444')
    await expect(page.getByLabel('CVV')).toHaveValue('123')
    await expect(page.getByRole('alert')).toContainText('Nothing was changed.')
  }
  await expect(page.getByText('ending in 1111').first()).toBeVisible()
  await save.click()
  await expect(stepUp(page).getByLabel('Your password')).toHaveValue('')
})

test('on a trusted device the code of the app is asked for, or a recovery code', async ({ page }) => {
  const codes = await signedInOnTrustedDevice(page)
  await open(page, '/account/security/')
  await askForEmail(page)
  await expect(stepUp(page).getByLabel('Six-digit code')).toBeFocused()
  await expectFits(page)
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(stepUp(page).getByLabel('Six-digit code')).toHaveAccessibleDescription(/incorrect/)
  await expect(stepUp(page).getByLabel('Six-digit code')).toBeFocused()
  await stepUp(page).getByRole('button', { name: 'Use a recovery code instead' }).press('Enter')
  await expect(stepUp(page).getByLabel('Recovery code')).toBeFocused()
  await expectFits(page)
  await stepUp(page).getByRole('button', { name: 'Use your authenticator app instead' }).press('Enter')
  await expect(stepUp(page).getByLabel('Six-digit code')).toBeFocused()
  await stepUp(page).getByRole('button', { name: 'Use a recovery code instead' }).press('Enter')
  await stepUp(page)
    .getByLabel('Recovery code')
    .fill(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('We sent a link to')).toBeVisible()
})

test('what is typed in the first moment of a form is kept, on a slow device too', { tag: '@wide' }, async ({
  page,
}) => {
  await signedInOnTrustedDevice(page)
  await page.addInitScript(everythingTakesLong)
  await open(page, '/account/security/')
  await askForEmail(page)
  await expect(stepUp(page).getByLabel('Six-digit code')).toBeFocused()
  for (const tasks of [1, 2, 3, 4, 5, 6]) {
    const kept = await stepUp(page)
      .getByRole('button', { name: / instead$/ })
      .evaluate(openAndType, tasks)
    expect(kept, `typed ${tasks} tasks after it was opened`).toBe('234567')
  }
})

test('a factor that was turned on in another tab is asked for instead of the password', {
  tag: '@wide',
}, async ({ page, context }) => {
  await signedInAs(page, await newCustomer(page))
  await makeStale(page)
  await open(page, '/account/security/')
  await askForEmail(page)
  await stepUp(page).getByLabel('Your password').fill(PASSWORD)
  const other = await context.newPage()
  await other.request.post(STEP_UP, { data: { password: PASSWORD } })
  const { codes } = await turnOnFactor(other)
  await page.keyboard.press('Enter')
  await expect(stepUp(page).getByLabel('Six-digit code')).toBeFocused()
  await stepUp(page).getByRole('button', { name: 'Use a recovery code instead' }).click()
  await stepUp(page)
    .getByLabel('Recovery code')
    .fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText('We sent a link to')).toBeVisible()
})

test('what another tab has confirmed counts in this one', { tag: '@wide' }, async ({ page, context }) => {
  await signedInAs(page, await newCustomer(page))
  await makeStale(page)
  await open(page, '/account/security/')
  await askForEmail(page)
  await expect(stepUp(page)).toBeVisible()
  const other = await context.newPage()
  await open(other, '/account/security/second-factor/')
  await other.getByRole('button', { name: 'Continue' }).click()
  await stepUp(other).getByLabel('Your password').fill(PASSWORD)
  await other.keyboard.press('Enter')
  await expect(other.getByRole('heading', { name: 'Scan this with your app' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('We sent a link to')).toBeVisible()
  await expect(stepUp(page)).toHaveCount(0)
})

test('the dialog and what was typed in it are gone when the page is left', { tag: '@wide' }, async ({
  page,
}) => {
  await signedInAs(page, await newCustomer(page))
  await makeStale(page)
  await open(page, '/account/security/')
  const email = newEmail()
  await askForEmail(page, email)
  await stepUp(page).getByLabel('Your password').fill(PASSWORD)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(stepUp(page)).toHaveCount(0)
  await expect(page.getByLabel('New email')).toHaveValue(email)
})

test('without the script of the dialog, the form says what to do', { tag: '@wide' }, async ({ page }) => {
  await signedInAs(page, await newCustomer(page))
  await makeStale(page)
  await open(page, '/account/security/')
  await page.route('**/assets/*.js', (route) => route.abort())
  await askForEmail(page)
  await expect(page.getByRole('alert')).toContainText('Confirm that it is you, then try again.')
  await page.unroute('**/assets/*.js')
})
