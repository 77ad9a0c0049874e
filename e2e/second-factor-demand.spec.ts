import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { appWith, protect } from './kit/second-factor.ts'
import { submit } from './kit/sign-in.ts'
import { expect, fillIn, open, overflowOf, PASSWORD, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

const SECOND_FACTOR = '/account/security/second-factor/'
const DEMAND = '/login/second-step/set-up/'
const tile = (page: Page) => page.getByRole('region', { name: 'For everyone in the account' })

async function expectFits(page: Page) {
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
}

/** An owner at the page of the second factor, and the email of a colleague who has joined. */
async function ownerAndColleague(page: Page, browser: Browser, baseURL: string) {
  const owner = await newCustomer(page, { hosted_lead_management_count: 2, total: 159 })
  await signedInAs(page, owner)
  const email = `noor.${Date.now()}@example.com`
  const invited = await page.request.post('/rest/account/people/invite/', { data: { email } })
  expect(invited.status()).toBe(200)
  const { plain } = await mailTo(page.request, { email, subject: /invited you/ })
  const [link = ''] = pathsIn(plain, '/account/invitation/')
  const context = await browser.newContext({ baseURL, viewport: page.viewportSize() })
  const joined = await context.request.post(link, {
    multipart: { full_name: 'Noor Haddad', password: PASSWORD, password_confirm: PASSWORD },
  })
  expect(joined.status()).toBe(200)
  await context.close()
  return { owner, email }
}

async function expectNews(page: Page, text: string) {
  await expect(tile(page).getByRole('status').filter({ hasText: text })).toBeVisible()
}

async function requireIt(page: Page, days: string) {
  await open(page, SECOND_FACTOR)
  await tile(page).getByLabel('Time to set it up').selectOption(days)
  await tile(page)
    .getByRole('button', { name: /^(Require it|Change)$/ })
    .press('Enter')
  await expectNews(page, 'Two-step verification is now required.')
}

test('an owner requires it of everyone; a colleague sees until when, and then sets it up before anything else', async ({
  page,
  browser,
  server,
}) => {
  const { email } = await ownerAndColleague(page, browser, server.url)
  await open(page, '/account/security/')
  await page.getByRole('link', { name: 'Set up' }).click()
  await expect(tile(page)).toContainText('Turn it on for yourself before you require it of others.')
  await expectFits(page)
  await protect(page.request)
  await requireIt(page, '7')
  await expect(tile(page)).toContainText(
    /Required\. Everyone has until \w+ \d+, \d{4}, \d+:\d\d [AP]M to set it up\./,
  )
  await expect(tile(page)).toContainText('Of 2 people here, 1 person does not have it yet.')
  await expect(page.getByRole('region', { name: 'Turn it off' })).toContainText('You require it of everyone')
  await expectFits(page)
  const { plain } = await mailTo(page.request, { email, subject: /Set up two-step verification by/ })
  expect(pathsIn(plain, SECOND_FACTOR)).toHaveLength(1)
  await open(page, '/account/people/')
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Two-step verification: off')
  await expectFits(page)

  const context = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const colleague = await context.newPage()
  await signedInAs(colleague, email)
  await open(colleague, '/account/people/')
  await expect(colleague.getByText('The owner of this account requires two-step verification.')).toBeVisible()
  await expect(colleague.getByText('Two-step verification: on')).toHaveCount(0)
  await expectFits(colleague)
  await colleague.getByRole('link', { name: 'Set it up now' }).click()
  await expect(colleague).toHaveURL(SECOND_FACTOR)
  await expectFits(colleague)

  await requireIt(page, '0')
  await expect(tile(page)).toContainText('Whoever does not have it sets it up at the next sign-in.')
  await colleague.goto('/account/people/')
  await expect(colleague).toHaveURL(`${DEMAND}?next=%2Faccount%2Fpeople%2F`)
  await expectFits(colleague)
  await colleague.getByRole('main').getByRole('link', { name: 'Login' }).press('Enter')
  await fillIn(colleague, email)
  await submit(colleague).click()
  await expect(colleague).toHaveURL(DEMAND)
  await expectFits(colleague)
  await colleague.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Scan this with your app')
  await expect(colleague.getByRole('img', { name: 'QR code' })).toHaveJSProperty('complete', true)
  await expectFits(colleague)
  const app = appWith((await colleague.locator('.app-key').textContent()) ?? '')
  const code = colleague.getByLabel('Six-digit code')
  await code.fill('000000')
  await code.press('Enter')
  await expect(colleague.getByText('This code is incorrect').first()).toBeVisible()
  await expect(code).toBeFocused()
  await expectFits(colleague)
  await code.fill(app.generate())
  await code.press('Enter')
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Save your recovery codes')
  await expect(colleague.locator('.recovery-codes li')).toHaveCount(10)
  await expectFits(colleague)
  await colleague.getByRole('button', { name: 'I have saved them' }).press('Enter')
  await expect(colleague).toHaveURL('/account/people/')
  await context.close()

  await open(page, SECOND_FACTOR)
  await expect(tile(page)).toContainText('Everyone here has it.')
  await tile(page).getByRole('button', { name: 'Stop requiring it' }).press('Enter')
  await expectNews(page, 'Two-step verification is no longer required.')
  await expect(tile(page).getByRole('heading')).toBeFocused()
  await expect(tile(page)).toContainText('People decide for themselves')
  await expectFits(page)
})

test('the set-up that is required works without a script, and lets on whoever needs it no longer', async ({
  page,
  browser,
  server,
}) => {
  const { email } = await ownerAndColleague(page, browser, server.url)
  await protect(page.request)
  const require = async (grace_days: string) =>
    expect(
      (await page.request.post('/rest/account/second-factor/demand/', { data: { grace_days } })).status(),
    ).toBe(200)
  await require('0')
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
  const plain = await context.newPage()
  const logIn = async () => {
    await plain.goto('/login/')
    await fillIn(plain, email)
    await submit(plain).click()
    await expect(plain).toHaveURL(DEMAND)
  }
  await logIn()
  await page.request.post('/rest/account/second-factor/demand/withdraw/', { data: {} })
  await plain.getByRole('button', { name: 'Continue' }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(
    'Two-step verification is no longer required',
  )
  await plain.getByRole('button', { name: 'Continue' }).click()
  await expect(plain).toHaveURL('/account/')
  await require('0')
  await logIn()
  await plain.getByRole('button', { name: 'Continue' }).click()
  const app = appWith((await plain.locator('.app-key').textContent()) ?? '')
  await plain.getByLabel('Six-digit code').fill('12')
  await plain.getByRole('button', { name: 'Turn on' }).click()
  await expect(plain.getByText('This code is incorrect').first()).toBeVisible()
  await plain.getByLabel('Six-digit code').fill(app.generate())
  await plain.getByRole('button', { name: 'Turn on' }).click()
  await plain.getByRole('button', { name: 'I have saved them' }).click()
  await expect(plain).toHaveURL('/account/')
  await context.close()
})
