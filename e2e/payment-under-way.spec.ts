import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { ANSWERS_LATE, fillCard, liveAccounts } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import type { Server } from './kit/start-server.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

// A page that is opened, or opened again, while the bank is asked follows the payment until it is known.

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const waiting = (page: Page) => page.getByText('being confirmed with the bank')

// A separate server: these stories pay for its sample accounts.
test.use({
  serverEnv: {
    ...liveAccounts,
    SETTLE_SECONDS: '15',
    COPYRIGHT_HOLDER: 'a provider whose bank takes its time',
  },
})

async function payLate(page: Page) {
  await fillCard(page, ANSWERS_LATE)
  await page.getByRole('button', { name: 'Save card and pay $397.00' }).click()
  await expect(waiting(page).first()).toBeVisible()
}

async function expectWaiting(page: Page) {
  await expect(tile(page, 'Open').getByText('being confirmed with the bank')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0)
  await expectAccessible(page)
  const { width = 1280, height = 800 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await page.setViewportSize({ width, height })
}

/** The bank's answer is found by an operator, unless the renewal job was earlier. */
async function answerNow(server: Server) {
  await expect
    .poll(
      async () => {
        const { charges } = JSON.parse(await server.admin('charge', 'list', '--json')) as {
          charges: { id: number }[]
        }
        for (const { id } of charges)
          await server.admin('charge', 'settle', String(id)).catch(() => 'too early')
        return charges
      },
      { timeout: 60_000 },
    )
    .toEqual([])
}

test('a billing page that is reloaded while the bank is asked says what became of the payment', async ({
  page,
  server,
}) => {
  await signedInAs(page, 'pastdue@example.com')
  await expect(page).toHaveURL('/account/billing/')
  await payLate(page)
  await page.reload()
  await expectWaiting(page)
  await answerNow(server)
  await expect(page.getByRole('status').filter({ hasText: 'You paid $397.00.' })).toBeVisible({
    timeout: 20_000,
  })
  await expect(tile(page, 'Open')).toHaveCount(0)
})

test('the link of a mail that is opened again while the bank is asked does so, too', async ({
  page,
  request,
  server,
}) => {
  const mail = await mailTo(request, { email: 'team@example.com', subject: /did not go through/ })
  const [link = ''] = pathsIn(mail.plain, '/pay/')
  await open(page, link)
  await payLate(page)
  await page.reload()
  await expectWaiting(page)
  await answerNow(server)
  await expect(page.getByRole('heading', { name: 'Success!' })).toBeFocused({ timeout: 20_000 })
  await expect(page.getByRole('main')).toContainText('You paid $397.00')
})

test('a second tab follows a reactivation until the account is open', { tag: '@wide' }, async ({
  page,
  context,
  server,
}) => {
  await signedInAs(page, 'canceled@example.com')
  await expect(page).toHaveURL('/account/reactivate/')
  await page.getByText('Use another card').click()
  await fillCard(page, ANSWERS_LATE)
  await page.getByRole('button', { name: 'Pay $397.00 and reactivate' }).click()
  await expect(waiting(page)).toBeVisible()
  const second = await context.newPage()
  await open(second, '/account/reactivate/')
  await expect(tile(second, 'Reactivating your account')).toBeVisible()
  await expectAccessible(second)
  await answerNow(server)
  await expect(second).toHaveURL('/account/', { timeout: 30_000 })
})
