import { randomUUID } from 'node:crypto'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { newEmail } from './kit/sign-up.ts'
import { expect, open, test } from './kit/visitor.ts'

const FOLLOW = '/rest/auth/sign-up/set-up/'

test('the line under the banner follows the set-up, waits while nobody looks, and gives way to the news in its place', {
  tag: '@wide',
}, async ({ page, server }) => {
  const email = newEmail()
  const signedUp = await page.request.post('/rest/auth/sign-up/submit/', {
    data: goodSignUp({ email, confirmEmail: email, idempotency_key: randomUUID() }),
    headers: { origin: server.url },
  })
  expect(signedUp.status()).toBe(200)
  let state = 'running'
  let asked = 0
  await page.route(`**${FOLLOW}`, async (route) => {
    asked += 1
    const words =
      state === 'ready'
        ? 'Success! Your account is ready. You can sign in now.'
        : 'We are setting up your account. This message will change when it is ready.'
    await route.fulfill({ json: { data: { state, words } } })
  })
  await page.clock.install()
  const chunk = page.waitForResponse(/\/assets\/RegisteredBanner/)
  await open(page, '/login/?status=registered')
  await chunk
  const line = page.locator('.sign-in-set-up')
  await expect(line).toHaveText(/^We are setting up your account/)
  const top = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y
  const before = await top()
  await expect(async () => {
    await page.clock.runFor(3_000)
    expect(asked).toBeGreaterThan(0)
  }).toPass()

  await see(false)
  await page.clock.runFor(60_000)
  const askedBefore = asked
  await page.clock.runFor(600_000)
  expect(asked).toBe(askedBefore)

  state = 'ready'
  await see(true)
  await expect(page.getByText('Success! Your account is ready.')).toBeVisible()
  await expect(page.getByText('Your account is currently being set up')).toBeHidden()
  await expect(line).toBeHidden()
  expect(await top()).toBe(before)
  const askedLast = asked
  await page.clock.runFor(600_000)
  expect(asked).toBe(askedLast)

  function see(isSeen: boolean) {
    return page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, !isSeen)
  }
})

test('a stranger sees the banner alone, and nothing is fetched to follow', { tag: '@wide' }, async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await open(page, '/login/?status=registered')
  await expect(page.getByText('Your account is currently being set up')).toBeVisible()
  await expect(page.locator('.sign-in-set-up')).toHaveCount(0)
  expect(fetched.filter((url) => /set-up/.test(url))).toEqual([])
})
