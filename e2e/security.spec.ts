import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { liveAccounts, newCustomer } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { expect, open, overflowOf, PASSWORD, signedInAs, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

const tile = (page: Page, name: string) => page.getByRole('region', { name })

async function securityOf(page: Page, email: string, password?: string) {
  await signedInAs(page, email, password)
  await expect(page).toHaveURL('/account/')
  await open(page, '/account/security/')
}

async function elsewhere(browser: Browser, baseURL: string, email: string, password?: string) {
  const other = await browser.newPage({ baseURL })
  await securityOf(other, email, password)
  return other
}

async function change(page: Page, now: string, next: string) {
  await page.getByLabel('Current password').fill(now)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm new password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test.describe('a person', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('sees where they are signed in, ends it elsewhere, and changes the password', async ({
    page,
    browser,
    server,
  }) => {
    const email = await newCustomer(page)
    await securityOf(page, email)
    const first = await elsewhere(browser, server.url, email)
    const second = await elsewhere(browser, server.url, email)
    await page.reload()
    const sessions = tile(page, 'Where you are signed in')
    await expect(sessions.getByText('This one')).toHaveCount(1)
    await expect(sessions.locator('tbody tr').first()).toContainText(/Chrome \d+ on \w+This one/)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflowOf(page)).toBe(0)

    const rows = await sessions.locator('tbody tr').count()
    await sessions
      .getByRole('button', { name: /^Sign out Chrome/ })
      .first()
      .click()
    await expect(sessions.getByRole('status')).toHaveText(/^Chrome \d+ was signed out\.$/)
    await expect(sessions.getByRole('heading')).toBeFocused()
    await expect(sessions.locator('tbody tr')).toHaveCount(rows - 1)
    await second.reload()
    await expect(second).toHaveURL(/\/login\/\?status=session_ended&next=/)

    await change(page, 'not mine', 'maple otter brass')
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      'Your password is incorrect.',
    )
    await expect(page.getByLabel('Current password')).toBeFocused()
    await change(page, 'password1', 'maple otter brass')
    await expect(tile(page, 'Change your password').getByRole('status').first()).toContainText(
      'Your password was changed.',
    )
    await expect(page.getByRole('heading', { name: 'Change your password' })).toBeFocused()
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue('')
    await expect(sessions.locator('tbody tr')).toHaveCount(1)
    await first.reload()
    await expect(first).toHaveURL(/\/login\/\?status=session_ended&next=/)
    await first.close()
    await second.close()
  })

  test('a password whose change was done and its answer lost is not called wrong without a word', async ({
    page,
  }) => {
    const email = await newCustomer(page)
    await securityOf(page, email)
    await change(page, PASSWORD, 'maple otter brass')
    const status = tile(page, 'Change your password').getByRole('status').first()
    await expect(status).toContainText('Your password was changed.')
    await page.route('**/rest/account/password/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await change(page, 'maple otter brass', 'granite heron lamp')
    await expect(page.getByRole('alert').filter({ hasText: 'Network Error' })).toBeVisible()
    await expect(status).toBeEmpty()
    await page.unroute('**/rest/account/password/')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      'Your password is incorrect. It was changed a few minutes ago: enter the new one.',
    )
  })
})

test('a new email waits for its link, which changes it once; and the time zone is saved', async ({
  page,
  request,
  browser,
  server,
}) => {
  const former = await newCustomer(page)
  await securityOf(page, former)
  const next = `dana.${randomUUID().slice(0, 8)}@northshore.example`
  const email = tile(page, 'Change your email')
  const ask = async () => {
    await email.getByLabel('New email').fill(next)
    await email.getByRole('button', { name: 'Send the link' }).click()
    await expect(email.getByRole('status').first()).toContainText(`We sent a link to ${next}.`)
    await expect(email.getByRole('heading')).toBeFocused()
  }
  await ask()
  await email.getByRole('button', { name: 'Cancel this change' }).click()
  await expect(email.getByRole('status').first()).toHaveText('Change canceled. Your email stays the same.')
  await expect(email.getByRole('heading')).toBeFocused()
  const stopped = await mailTo(request, { email: next, subject: /^Confirm/ })
  await ask()
  await page.reload()
  await expect(email.getByRole('status').first()).toContainText(`We sent a link to ${next}.`)
  const zone = tile(page, 'Time zone')
  await expect(zone).toContainText(
    'we still charge at midnight Central time, as when you signed up, and the dates of charges and bills stay in that time zone.',
  )
  await zone.getByRole('combobox').selectOption('US/Pacific')
  await zone.getByRole('button', { name: 'Save' }).click()
  await expect(zone).toContainText('Times are now shown in Pacific time.')
  await expectAccessible(page)

  await open(page, pathsIn(stopped.plain, '/account/email/')[0] ?? '')
  await expect(page.getByRole('alert')).toContainText('This link no longer works')
  await expectAccessible(page)
  const { plain } = await mailTo(request, { email: next, subject: /^Confirm/, after: stopped.id })
  const [link = ''] = pathsIn(plain, '/account/email/')
  await open(page, link)
  await expect(page.getByRole('main')).toContainText(`Once you confirm, you will sign in with ${next}.`)
  await expectAccessible(page)
  const late = await browser.newPage({ baseURL: server.url })
  await open(late, link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Success!' })).toBeFocused()
  await late.getByRole('button', { name: 'Confirm' }).click()
  await expect(late.getByRole('alert')).toContainText('This link has already been used')
  await expect(late.getByRole('heading', { level: 1 })).toBeFocused()
  await late.close()
  await mailTo(request, { email: former, subject: /^Your email was changed$/ })
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await expect(page.getByRole('main')).toContainText('Dana')

  // Changes it back, this time without JavaScript.
  await open(page, '/account/security/')
  await email.getByLabel('New email').fill(former)
  await email.getByRole('button', { name: 'Send the link' }).click()
  const back = await mailTo(request, { email: former, subject: /^Confirm/ })
  const answer = await request.post(pathsIn(back.plain, '/account/email/')[0] ?? '', {
    multipart: { confirm: '1' },
  })
  expect(await answer.text()).toContain('Success!')
})

test('a new password ends a change of email that waits for its link, and the page says so', async ({
  page,
}) => {
  await securityOf(page, await newCustomer(page))
  const email = tile(page, 'Change your email')
  const next = `dana.${randomUUID().slice(0, 8)}@northshore.example`
  await email.getByLabel('New email').fill(next)
  await email.getByRole('button', { name: 'Send the link' }).click()
  await expect(email.getByRole('status').first()).toContainText(`We sent a link to ${next}.`)
  await change(page, PASSWORD, 'maple otter brass')
  await expect(email.getByRole('status').first()).toContainText('Your new password canceled the change')
  await expect(page.getByRole('heading', { name: 'Change your password' })).toBeFocused()
  await expect(email.getByRole('button', { name: 'Send the link' })).toBeVisible()
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  await page.reload()
  await expect(email.getByRole('status').first()).toBeEmpty()
})
