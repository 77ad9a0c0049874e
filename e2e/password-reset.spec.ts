import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectAccessible } from './kit/axe.ts'
import { newestMail } from './kit/mailbox.ts'
import {
  alert,
  choose,
  confirmation,
  INVALID,
  linkFor,
  linksTo,
  ownMails,
  password,
  reset,
  send,
  success,
  USED,
  unknownEmail,
} from './kit/password-reset.ts'
import { expect, fillIn, holdScripts, hydrated, open, signInAs, test } from './kit/visitor.ts'

// A separate server: these tests change passwords, and none depends on a password set by another.
// A used link is answered with 404, which the browser logs.
test.use({ serverEnv: ownMails, expectedConsoleErrors: [/status of 404/] })

test('a mailed link sets a password once, by keyboard alone, and ends every session [PWC-03, PWC-04, WIR-24]', {
  tag: '@demo',
}, async ({ page, request, browser, server }) => {
  const [first, second] = ['maple otter brass', 'copper lantern hill']
  const email = 'agent@example.com'
  await choose(request, await linkFor(request, email), first)
  const elsewhere = await browser.newPage({ baseURL: server.url })
  await signInAs(elsewhere, email, first)
  await expect(elsewhere).toHaveURL('/account/')

  const before = await newestMail(request)
  await open(page, '/password-reset/')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(success(page)).toBeFocused()
  const [link = ''] = await linksTo(request, email, before)
  await open(page, link)
  await expect(password(page)).toBeVisible()
  // Opening the link does not use it up.
  await page.reload()
  await password(page).focus()
  await page.keyboard.type(second)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(second)
  await page.keyboard.press('Enter')
  await expect(success(page)).toBeFocused()

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login\/\?status=session_ended&next=/)
  await elsewhere.close()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login/')
  await hydrated(page)
  await fillIn(page, email, second)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/account/')
  await open(page, link)
  await expect(alert(page)).toHaveText(INVALID)
})

test('an email typed before the script loaded is kept and sent [PWR-03]', async ({ page }) => {
  const scripts = await holdScripts(page)
  await page.goto('/password-reset/', { waitUntil: 'commit' })
  const email = unknownEmail()
  await page.getByLabel('Email').fill(email)
  scripts.release()
  await hydrated(page)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await send(page).click()
  await expect(success(page)).toBeVisible()
})

test("warns of a password on the operator's breach list, and accepts it", { tag: '@demo' }, async ({
  page,
  request,
  server,
}) => {
  // No rule in the browser recognizes it.
  const stolen = 'quiet-larch-42-river'
  const file = join(tmpdir(), `breached-${process.pid}.txt`)
  const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
  writeFileSync(file, `${hashOf('another one')}:7\n${hashOf(stolen)}:31\n`)
  expect(await server.admin('passwords', 'load', file)).toContain('2 hashes')
  rmSync(file)
  await open(page, await linkFor(request, 'fraud@example.com'))
  await password(page).fill(stolen)
  await expect(password(page)).toHaveAccessibleDescription(
    'Weak: this password has appeared in a data breach. Change it wherever else you use it.',
  )
  await expectAccessible(page)
  await confirmation(page).fill(stolen)
  await reset(page).click()
  await expect(success(page)).toBeFocused()
})

test.describe('without the list of common passwords', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] })

  test('the strength is shown and nothing is blocked', { tag: '@demo' }, async ({ page, request }) => {
    await page.route('**/warn-of-password*', (route) => route.abort())
    await open(page, await linkFor(request, 'canceled@example.com'))
    await password(page).fill('dragon88')
    await expect(password(page)).toHaveAccessibleDescription(/^Weak: easy to guess/)
    await confirmation(page).fill('dragon88')
    await reset(page).click()
    await expect(success(page)).toBeFocused()
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: [/Failed to load resource/] })

  test('the whole reset works, from the request to the new password [PWR-03, PWR-07, PWC-02, PWC-03, PWC-06]', {
    tag: ['@narrow', '@demo'],
  }, async ({ page, request }) => {
    const before = await newestMail(request)
    await page.goto('/password-reset/')
    await page.getByLabel('Email').fill('pastdue@brokerage')
    await send(page).click()
    await expect(page.getByLabel('Email')).toHaveValue('pastdue@brokerage')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address')
    await page.getByLabel('Email').fill('pastdue@example.com')
    await send(page).click()
    await expect(page.getByRole('main')).toContainText('Success!Please check your Email.')

    const [link = ''] = await linksTo(request, 'pastdue@example.com', before)
    await page.goto(link)
    await expect(page.getByText('Page is loading ...')).toBeVisible()
    await page.getByRole('link', { name: 'Continue without JavaScript' }).click()
    await password(page).fill('maple otter')
    await confirmation(page).fill('maple')
    await reset(page).click()
    await expect(confirmation(page)).toHaveAccessibleDescription(/don`t match|Minimum 6/)
    await expect(password(page)).toHaveValue('')
    await password(page).fill('maple otter')
    await confirmation(page).fill('maple otter')
    await reset(page).click()
    await expect(page.getByRole('main')).toContainText('Please back to Login using your new password.')
    // The answer was lost, and the browser resends the form.
    await page.reload()
    await expect(page.getByRole('main')).toContainText(USED)
    await page.goto(`${link}?checked=1`)
    await expect(alert(page)).toHaveText(INVALID)
    await expect(page.getByRole('link', { name: 'Restore' })).toHaveAttribute('href', '/password-reset/')
  })
})
