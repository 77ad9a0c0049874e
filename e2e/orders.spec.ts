import type { Page } from '@playwright/test'
import * as messages from '#contract/billing/messages.ts'
import { expectAccessible } from './kit/axe.ts'
import { expect, open, signedInAs, signInAs, test } from './kit/visitor.ts'

// Every page that pays follows its order as sign-up does, when answers are lost, malformed or late.

test.use({ expectedConsoleErrors: [/status of (401|409|500|503)|ERR_FAILED/] })

type Answer = 'lost' | { status: number; json: object }
const broken: Answer = { status: 500, json: { errors: 'Something went wrong.' } }
const confirming: Answer = { status: 202, json: { data: { status: 'confirming', number: 'R-1' } } }
const signedOut: Answer = { status: 401, json: { errors: 'Please sign in.' } }

/** Gives these answers to a call in turn, each once it resolves, repeating the last; returns the keys sent. */
async function answerInTurn(
  page: Page,
  path: string,
  ...answers: (Answer | Promise<Answer>)[]
): Promise<unknown[]> {
  const keys: unknown[] = []
  await page.route(`**${path}`, async (route) => {
    keys.push((route.request().postDataJSON() as { idempotency_key?: string } | null)?.idempotency_key)
    const said = await (answers.length > 1 ? answers.shift() : answers[0])
    await (said === 'lost' || said === undefined ? route.abort() : route.fulfill(said))
  })
  return keys
}

const waiting = (page: Page) => page.getByText('being confirmed with the bank')
const safe = (page: Page) => page.getByText(messages.tryAgainIsSafe)

const pages = {
  'the plan page': {
    path: '/rest/account/plan/',
    done: { status: 200, json: { data: { status: 'changed' } } },
    async open(page: Page) {
      await signInAs(page, 'team@example.com')
      await page
        .getByRole('row', { name: /Lakeview Homes/ })
        .getByRole('button')
        .click()
      await expect(page).toHaveURL('/account/')
      await open(page, '/account/plan/')
      await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
    },
    button: (page: Page) => page.getByRole('button', { name: /^Pay \$\d+\.\d\d and change/ }),
    async end(page: Page) {
      await page.waitForRequest((request) => request.url().endsWith('/account/plan/?changed=1'))
    },
  },
  'the page that brings an account back': {
    path: '/rest/account/reactivate/',
    done: { status: 200, json: { data: { status: 'active' } } },
    async open(page: Page) {
      await signedInAs(page, 'canceled@example.com')
      await expect(page).toHaveURL('/account/reactivate/')
      await open(page, '/account/reactivate/')
    },
    button: (page: Page) => page.getByRole('button', { name: /^Pay \$\d+\.\d\d with / }),
    async end(page: Page) {
      // The account itself is unchanged: only the answer was made up.
      await page.waitForRequest((request) => new URL(request.url()).pathname === '/account/')
    },
  },
} as const

for (const [where, { path, done, open: arrive, button, end }] of Object.entries(pages)) {
  test(`on ${where} the key stays after a lost answer and after a server that breaks`, {
    tag: '@wide',
  }, async ({ page }) => {
    await arrive(page)
    const keys = await answerInTurn(page, path, 'lost', broken, done)
    await button(page).click()
    await expect(safe(page)).toBeVisible()
    await expect(page.getByText('Network Error')).toBeVisible()
    await button(page).click()
    await expect(page.getByText('Something went wrong.')).toBeVisible()
    await expect(safe(page)).toBeVisible()
    await expectAccessible(page)
    const ended = end(page)
    await button(page).click()
    await ended
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test(`on ${where} an answer that is lost while the bank is asked is waited for`, { tag: '@wide' }, async ({
    page,
  }) => {
    await arrive(page)
    const { promise: last, resolve: answerLast } = Promise.withResolvers<Answer>()
    const keys = await answerInTurn(page, path, confirming, 'lost', broken, last)
    const ended = end(page)
    await button(page).click()
    await expect(waiting(page)).toBeVisible()
    await expect(button(page)).toBeDisabled()
    answerLast(done)
    await ended
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
  })

  test(`on ${where} a former order that is being confirmed keeps its key`, { tag: '@wide' }, async ({
    page,
  }) => {
    await arrive(page)
    const former = (status: string) => ({
      status: 409,
      json: { errors: messages.otherBody, data: { status } },
    })
    const { promise: last, resolve: answerLast } = Promise.withResolvers<Answer>()
    const keys = await answerInTurn(page, path, former('confirming'), last)
    const ended = end(page)
    await button(page).click()
    await expect(waiting(page)).toBeVisible()
    answerLast(former(done.json.data.status))
    await ended
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
}

test('a payment of what is open says that trying again is safe, and is asked about until it is known', {
  tag: '@wide',
}, async ({ page }) => {
  await signedInAs(page, 'pastdue@example.com')
  await expect(page).toHaveURL('/account/billing/')
  await open(page, '/account/billing/')
  const sent = await answerInTurn(page, '/rest/account/pay/', 'lost', confirming)
  const { promise: last, resolve: answerLast } = Promise.withResolvers<Answer>()
  const asked = await answerInTurn(page, '/rest/account/balance/', 'lost', broken, last)
  const button = page.getByRole('button', { name: 'Pay $397.00 with Visa ending in 0341' })
  await button.click()
  await expect(safe(page)).toBeVisible()
  await button.click()
  await expect(waiting(page).first()).toBeVisible()
  answerLast({ status: 200, json: { data: { status: 'open', open_cents: 39_700 } } })
  await expect(page.getByText(messages.notCharged)).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
  await expect(button).toBeEnabled()
  expect([sent.length, asked.length]).toEqual([2, 3])
})

test('who is signed out while the bank is asked is told so, and is not kept waiting', {
  tag: '@wide',
}, async ({ page }) => {
  await signedInAs(page, 'pastdue@example.com')
  await expect(page).toHaveURL('/account/billing/')
  await open(page, '/account/billing/')
  await answerInTurn(page, '/rest/account/pay/', confirming)
  await answerInTurn(page, '/rest/account/balance/', signedOut)
  await page.getByRole('button', { name: 'Pay $397.00 with Visa ending in 0341' }).click()
  await expect(page.getByText('Please sign in.')).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
})
