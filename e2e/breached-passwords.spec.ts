import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectAccessible } from './kit/axe.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { linkFor, password, reset, success } from './kit/password-reset.ts'
import { customer, field, fillAll, heading, next, STEP_1 } from './kit/sign-up.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

// A separate server: these stories load a list, and change passwords.
test.use({ serverEnv: { MAIL_FROM: 'Breach stories <breaches@example.com>' } })

/** No rule of the browser knows it. */
const STOLEN = 'quiet-larch-42-river'
const WARNING = 'Weak: this password has appeared in a data breach. Change it wherever else you use it.'

test.beforeEach(async ({ server }) => {
  const file = join(tmpdir(), `breached-${process.pid}.txt`)
  const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
  writeFileSync(file, `${hashOf('another one')}:7\n${hashOf(STOLEN)}:31\n`)
  expect(await server.admin('passwords', 'load', file)).toContain('2 hashes')
  rmSync(file)
})

test('signing up warns of a breached password, sends five digits of its hash, and takes it all the same', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/breached-passwords/')) asked.push(new URL(request.url()).pathname)
  })
  await page.clock.install()
  await open(page, STEP_1)
  const { 'Account password': _, 'Confirm password': __, ...rest } = customer()
  await fillAll(page, rest)
  const typed = field(page, 'Account password')
  // With a clock that stands still, nobody pauses between two keys.
  await page.clock.pauseAt(Date.now() + 60_000)
  await typed.pressSequentially(STOLEN)
  expect(asked).toEqual([])
  await page.clock.resume()
  await expect(page.getByRole('status').filter({ hasText: WARNING })).toBeVisible()
  await expect(typed).toHaveAccessibleDescription(WARNING)
  await expect(typed).toBeFocused()
  await expect(typed).not.toHaveAttribute('aria-invalid')
  await expectAccessible(page)
  expect(await overflowOf(page)).toBe(0)
  // Once per pause, not once per key.
  expect(asked).toEqual([expect.stringMatching(/^\/rest\/auth\/breached-passwords\/[0-9a-f]{5}\/$/)])
  await typed.fill('seven green lamps sing')
  await expect(typed).toHaveAccessibleDescription('Strong.')
  await fillAll(page, { 'Account password': STOLEN, 'Confirm password': STOLEN })
  await next(page).click()
  await expect(heading(page)).toHaveText('Billing')
})

test('a reset warns of it and takes it, by the keyboard alone', async ({ page, request }) => {
  await open(page, await linkFor(request, 'fraud@example.com'))
  await password(page).focus()
  await page.keyboard.type(STOLEN)
  await expect(password(page)).toHaveAccessibleDescription(WARNING)
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(STOLEN)
  await page.keyboard.press('Enter')
  await expect(success(page)).toBeFocused()
  await expect(reset(page)).toHaveCount(0)
})

test('changing the password and joining an account warn of it, too', async ({ page, browser, server }) => {
  await signedInAs(page, 'agent@example.com')
  await open(page, '/account/security/')
  const changed = page.getByLabel('New password', { exact: true })
  await changed.fill(STOLEN)
  await expect(changed).toHaveAccessibleDescription(WARNING)
  await expectAccessible(page)

  const email = `joiner.${Date.now()}@example.com`
  const invited = await page.request.post('/rest/account/people/invite/', { data: { email } })
  expect(invited.status()).toBe(200)
  const { plain } = await mailTo(page.request, { email, subject: /invited you/ })
  const context = await browser.newContext({ baseURL: server.url, viewport: page.viewportSize() })
  const joining = await context.newPage()
  await open(joining, pathsIn(plain, '/account/invitation/')[0] ?? '')
  await joining.getByLabel('Full name').fill('Marlow Quist')
  const chosen = joining.getByLabel('Password', { exact: true })
  await chosen.fill('marlow-lamp-lit')
  await expect(chosen).toHaveAccessibleDescription('Weak: this contains your name.')
  await chosen.fill(STOLEN)
  await expect(joining.getByRole('status').filter({ hasText: WARNING })).toBeVisible()
  await expect(chosen).toHaveAccessibleDescription(WARNING)
  await expectAccessible(joining)
  expect(await overflowOf(joining)).toBe(0)
  await joining.getByLabel('Confirm password').fill(STOLEN)
  await joining.keyboard.press('Enter')
  await expect(joining.getByRole('heading', { name: 'Success!' })).toBeFocused()
  await context.close()
  const people = (await (await page.request.get('/account/people/')).text()).match(
    /"id":(\d+),"name":"Marlow/,
  )
  await page.request.post('/rest/account/people/remove/', { data: { agent_id: Number(people?.[1]) } })
})
