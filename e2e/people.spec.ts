import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { makeStale, stepUp } from './kit/step-up.ts'
import { expect, open, overflowOf, signedInAs, signInAs, test } from './kit/visitor.ts'

const PASSWORD = 'maple otter brass'
const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'In this account' }).getByRole('row').filter({ hasText: name })
const news = (page: Page, tile = 'In this account') =>
  page.getByRole('region', { name: tile, exact: true }).getByRole('status').first()
const dialog = (page: Page) => page.getByRole('dialog')
const newEmail = () => `marcus.${randomUUID().slice(0, 8)}@northshore.example`

async function invite(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(news(page, 'Invite someone')).toHaveText(`We sent an invitation to ${email}.`)
  await expect(page.getByRole('heading', { name: 'Invite someone' })).toBeFocused()
}

async function invitationTo(request: APIRequestContext, email: string, after?: number) {
  const mail = await mailTo(request, { email, subject: /invited you/, ...(after ? { after } : {}) })
  const [link = ''] = pathsIn(mail.plain, '/account/invitation/')
  return { link, id: mail.id }
}

async function join(page: Page, link: string) {
  await open(page, link)
  await page.getByLabel('Full name').fill('Marcus Bell')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { name: 'Success!' })).toBeFocused()
}

test('an owner invites a colleague, who joins, becomes the owner, gives it back and is removed', async ({
  page,
  browser,
  server,
  request,
}) => {
  await signedInAs(page, 'agent@example.com')
  await expect(page).toHaveURL('/account/')
  await open(page, '/account/people/')
  await expect(page.getByRole('region', { name: 'Seats' })).toContainText('1 of 2 seats taken')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/This field is required$/)
  await expectAccessible(page)

  const email = newEmail()
  await invite(page, email)
  const first = await invitationTo(request, email)
  await expect(row(page, email)).toContainText('Invited')
  await expect(page.getByRole('region', { name: 'Invite someone' })).toContainText('All seats are taken.')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Resend to ${email}` }).click()
  await expect(news(page)).toContainText('The older link no longer works.')
  const second = await invitationTo(request, email, first.id)

  const context = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const other = await context.newPage()
  await open(other, first.link)
  await expect(other.getByRole('alert')).toContainText('This invitation no longer works.')
  await expectAccessible(other)
  await open(other, second.link)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Join North Shore Realty')
  await expect(other.getByRole('main')).toContainText(`You will sign in with ${email}`)
  await expectAccessible(other)
  const late = await context.newPage()
  await open(late, second.link)
  await join(other, second.link)
  await expectAccessible(other)
  await late.getByLabel('Full name').fill('Marcus Bell')
  await late.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await late.getByLabel('Confirm password').fill(PASSWORD)
  await late.getByRole('button', { name: 'Join' }).click()
  await expect(late.getByRole('alert')).toContainText('This invitation has already been used.')
  await expect(late.getByRole('heading', { level: 1 })).toBeFocused()
  await late.close()
  await signInAs(other, email, PASSWORD)
  await expect(other).toHaveURL('/account/')
  await open(other, '/account/people/')
  await expect(other.getByRole('main')).toContainText(
    'Dana Whitfield manages who can sign in to this account.',
  )
  await expect(other.getByRole('region', { name: 'Invite someone' })).toHaveCount(0)
  await expect(other.getByRole('columnheader', { name: 'Options', includeHidden: true })).toHaveCount(0)

  await open(page, '/account/people/')
  await page.getByRole('button', { name: 'Make owner: Marcus Bell' }).click()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Hand over' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(news(page)).toContainText('Marcus Bell is now the owner.')
  await expect(page.getByRole('heading', { name: 'In this account' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Send invitation' })).toHaveCount(0)
  await open(other, '/account/people/')
  await other.getByRole('button', { name: 'Make owner: Dana Whitfield' }).click()
  await dialog(other).getByRole('button', { name: 'Hand over' }).click()
  await expect(dialog(other)).toBeHidden()

  await open(page, '/account/people/')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('button', { name: 'Remove Marcus Bell' }).click()
  await expect(dialog(page)).toContainText('will be signed out right away')
  expect(await overflowOf(page)).toBe(0)
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(news(page)).toHaveText('Marcus Bell was removed and signed out.')
  await expect(news(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'In this account' })).toBeFocused()
  await expect(row(page, 'Marcus Bell')).toHaveCount(0)
  await other.reload()
  await expect(other).toHaveURL(/\/login\/\?status=session_ended&next=/)
  await context.close()
})

test.describe('when it does not go through', { tag: '@wide' }, () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('the owner is told why, and can withdraw what was sent', async ({ page }) => {
    await signedInAs(page, 'agent@example.com')
    await expect(page).toHaveURL('/account/')
    await open(page, '/account/people/')
    await page.getByLabel('Email').fill('agent@example.com')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already in your account\.$/)
    await expect(page.getByLabel('Email')).toBeFocused()

    const email = newEmail()
    await invite(page, email)
    await page.route('**/rest/account/people/withdraw/', (route) =>
      route.fulfill({ status: 503, json: { errors: 'We are very busy right now.' } }),
    )
    await page.getByRole('button', { name: `Withdraw ${email}` }).click()
    const alert = page.getByRole('region', { name: 'In this account' }).getByRole('alert')
    await expect(alert).toHaveText('We are very busy right now.')
    await expect(page.getByRole('heading', { name: 'In this account' })).toBeFocused()
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 320, height: 640 },
    ]) {
      await page.setViewportSize(viewport)
      await page.getByRole('button', { name: `Withdraw ${email}` }).click()
      await expect(alert).toHaveText('We are very busy right now.')
      await expect(alert).toBeInViewport({ ratio: 1 })
      await expectAccessible(page)
    }
    await page.unroute('**/rest/account/people/withdraw/')
    await page.getByRole('button', { name: `Withdraw ${email}` }).click()
    await expect(news(page)).toContainText('was withdrawn. Its link no longer works.')
    await expect(row(page, email)).toHaveCount(0)
  })

  test('a wrong password hands nothing over, and Escape leaves everything as it was', async ({
    page,
    browser,
    server,
    request,
  }) => {
    await signedInAs(page, 'agent@example.com')
    await expect(page).toHaveURL('/account/')
    await open(page, '/account/people/')
    const email = newEmail()
    await invite(page, email)
    const other = await browser.newPage({ baseURL: server.url, javaScriptEnabled: false })
    await other.goto((await invitationTo(request, email)).link)
    // Without JavaScript the form posts to its own URL, and keeps everything typed except the passwords.
    await other.getByLabel('Full name').fill('Marcus Bell')
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByLabel('Confirm password').fill('something else')
    await other.getByRole('button', { name: 'Join' }).click()
    await expect(other.getByLabel('Full name')).toHaveValue('Marcus Bell')
    await expect(other.getByLabel('Confirm password')).toHaveAccessibleDescription(/don`t match/)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByLabel('Confirm password').fill(PASSWORD)
    await other.getByRole('button', { name: 'Join' }).click()
    await expect(other.getByRole('main')).toContainText('Success!')
    await other.close()

    await makeStale(page)
    await open(page, '/account/people/')
    await page.getByRole('button', { name: 'Make owner: Marcus Bell' }).click()
    await page.getByRole('button', { name: 'Hand over' }).click()
    await stepUp(page).getByLabel('Your password').fill('not mine')
    await page.keyboard.press('Enter')
    await expect(stepUp(page).getByLabel('Your password')).toHaveAccessibleDescription(
      'Your password is incorrect.',
    )
    await page.keyboard.press('Escape')
    await expect(stepUp(page)).toHaveCount(0)
    await expect(dialog(page).getByRole('alert')).toContainText('Nothing was changed.')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Make owner: Marcus Bell' })).toBeFocused()
    await expect(row(page, 'Dana Whitfield')).toContainText('Owner')
    await page.getByRole('button', { name: 'Remove Marcus Bell' }).click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expect(row(page, 'Marcus Bell')).toHaveCount(0)
  })
})
