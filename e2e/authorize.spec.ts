import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { pressEnterInto } from './kit/double-press.ts'
import {
  expect,
  fillIn,
  hydrated,
  open,
  overflowOf,
  pathsOf,
  signedInAs,
  test,
  watchCalls,
} from './kit/visitor.ts'

const LOOK_UP = '/rest/auth/check_agent_email/'
const AUTHORIZE = '/rest/oauth/authorize/'
const ZAPIER = '/rest/oauth/authorize-zapier/'
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })
const back = (page: Page) => page.getByRole('button', { name: 'Back to the partner' })

// These tests are about refusals, which the console reports.
test.use({ expectedConsoleErrors: [/status of 40[01]|ERR_FAILED/] })

/** Starts at the sample partner and ends on the authorization screen. */
async function beginAtPartner(page: Page, button = 'Connect to the product') {
  await open(page, '/demo/partner/')
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(/\/oauth\//)
  await hydrated(page)
}

const bodyOf = (call: { postDataJSON(): unknown } | undefined) =>
  call?.postDataJSON() as Record<string, string>

test('a person lets a partner in, sees it in the account, and shuts it out [OAU-01, OAU-02, OAU-04, OAU-05, OAU-11, RTE-07]', async ({
  page,
}) => {
  await beginAtPartner(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In to the product')
  const card = page.getByRole('region', { name: 'Demo Partner wants to connect to your account' })
  await expect(card.getByRole('listitem')).toHaveText([
    'See your name, your email, your company and your account number',
    'Read the leads in your lists and add new ones',
  ])
  await expect(submit(page)).toBeDisabled()
  await fillIn(page, 'agent@example', 'short')
  await expect(page.getByText('Enter a valid email address')).toBeVisible()
  await expect(page.getByText('Minimum 6 characters required')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await expectAccessible(page)
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)

  const calls = watchCalls(page)
  const request = Object.fromEntries(new URL(page.url()).searchParams)
  await fillIn(page, 'agent@example.com')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/demo/partner/')
  await hydrated(page)
  expect(pathsOf(calls)).toEqual([LOOK_UP, AUTHORIZE])
  expect(Object.keys(request).sort()).toEqual([
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
    'type',
    'vendor_user_id',
  ])
  expect(bodyOf(calls[1])).toEqual({
    ...request,
    email: 'agent@example.com',
    password: 'password1',
  })
  await expect(page.getByRole('region', { name: 'Connected with North Shore Realty' })).toContainText(
    '204518',
  )
  await expectAccessible(page)
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)

  await signedInAs(page, 'agent@example.com')
  await page.waitForURL('/account/')
  await open(page, '/account/apps/')
  const app = page.getByRole('region', { name: 'Demo Partner, connected by You' })
  await expect(app).toContainText('Connected since')
  await expectAccessible(page)
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await app.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect Demo Partner?' })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await app.getByRole('button', { name: 'Disconnect' }).click()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Demo Partner is disconnected.')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'No apps are connected' })).toBeVisible()
  await expectAccessible(page)

  await open(page, '/demo/partner/')
  await page.getByRole('button', { name: 'Ask who it is' }).click()
  await expect(page.getByRole('alert')).toContainText('The access token has expired.')
  await open(page, '/dev/mailbox/')
  await expect(page.getByText('Demo Partner is now connected to your account 204518').first()).toBeVisible()
})

test('a refusal is shown, with the way back to the partner [OAU-06, OAU-07, OAU-08]', {
  tag: '@wide',
}, async ({ page }) => {
  await beginAtPartner(page)
  await expect(back(page)).toBeHidden()
  await fillIn(page, 'agent@example.com', 'wrong password')
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid login/password')
  await expectAccessible(page)
  const state = new URL(page.url()).searchParams.get('state')
  const [returned] = await Promise.all([page.waitForRequest(/\/demo\/partner\/callback/), back(page).click()])
  expect(Object.fromEntries(new URL(returned.url()).searchParams)).toMatchObject({
    error: 'access_denied',
    state,
  })
  await expect(page.getByRole('alert')).toHaveText('Access was not granted (access_denied).')
})

test('Enter pressed twice lets the partner into no account [OAU-03]', { tag: '@wide' }, async ({ page }) => {
  const calls = watchCalls(page)
  await beginAtPartner(page)
  await fillIn(page, 'team@example.com')
  await pressEnterInto(page, page.getByRole('dialog', { name: 'Choose account' }))
  // To the second account.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Account suspended.')
  expect(pathsOf(calls)).toEqual([LOOK_UP, AUTHORIZE])
  expect(bodyOf(calls[1]).pin).toBe('198220')
})

test('of several accounts one is chosen, and that one is let into [OAU-03]', { tag: '@wide' }, async ({
  page,
}) => {
  const calls = watchCalls(page)
  await beginAtPartner(page)
  await fillIn(page, 'team@example.com')
  await submit(page).click()
  const chooser = page.getByRole('dialog', { name: 'Choose account' })
  await expect(chooser.getByRole('columnheader')).toHaveText([
    'Company',
    'Owner Name',
    'Account Number',
    'Status',
    'Option',
  ])
  await chooser.getByRole('button', { name: /Harbor Street Group/ }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Account suspended. Please pay for the services to continue using the product.',
  )
  await submit(page).click()
  await chooser.getByRole('button', { name: /Lakeview Homes/ }).click()
  await expect(page.getByRole('region', { name: 'Connected with Lakeview Homes' })).toBeVisible()
  expect(calls.filter((call) => call.url().endsWith(AUTHORIZE)).map((call) => bodyOf(call).pin)).toEqual([
    '198220',
    '204611',
  ])
})

test('the zapier screen asks its own call, and offers no way back [OAU-10, OAU-11, RTE-08]', {
  tag: '@wide',
}, async ({ page }) => {
  await beginAtPartner(page, 'Connect with the Zapier screen')
  expect(new URL(page.url()).pathname).toBe('/oauth/zapier_authorize/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In to the product')
  await page.route(`**${ZAPIER}`, (route) =>
    route.fulfill({ status: 401, json: { error: 'Not today', go_back_uri: 'https://partner.example/' } }),
  )
  await fillIn(page, 'agent@example.com')
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Not today')
  await expect(back(page)).toBeHidden()
  await page.unroute(`**${ZAPIER}`)
  const calls = watchCalls(page)
  const request = Object.fromEntries(new URL(page.url()).searchParams)
  await submit(page).click()
  await expect(page.getByRole('region', { name: /Connected with North Shore Realty/ })).toBeVisible()
  expect(pathsOf(calls)).toEqual([LOOK_UP, ZAPIER])
  expect(bodyOf(calls[1])).toMatchObject(request)
})

test('without an answer its own words are shown, and what was typed stays [OAU-09]', {
  tag: '@wide',
}, async ({ page }) => {
  await beginAtPartner(page)
  await page.route(`**${AUTHORIZE}`, (route) => route.abort())
  await fillIn(page, 'agent@example.com')
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Network Error')
  await expect(back(page)).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue('agent@example.com')
  await expect(submit(page)).toBeEnabled()
})

test('a partner that nobody knows is told as such, and the form goes nowhere [OAU-06]', {
  tag: '@wide',
}, async ({ page }) => {
  await open(page, '/oauth/authorize/?client_id=nobody&redirect_uri=https://evil.example/&state=x')
  await expect(page.getByRole('alert')).toContainText('its client_id is not registered with us')
  await fillIn(page, 'agent@example.com')
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expect(back(page)).toBeHidden()
  await expect(page).toHaveURL(/\/oauth\/authorize\//)
})
