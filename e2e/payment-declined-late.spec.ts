import * as messages from '#contract/billing/messages.ts'
import { expectAccessible } from './kit/axe.ts'
import { ANSWERS_LATE, fillCard, liveAccounts, openMadeBefore } from './kit/customer.ts'
import { expect, overflowOf, signedInAs, test } from './kit/visitor.ts'

// A separate server: the story pays for its sample account.
// Nothing has to be settled in it.
test.use({
  serverEnv: {
    ...liveAccounts,
    SETTLE_SECONDS: '600',
    COPYRIGHT_HOLDER: 'a provider whose bank declines late',
  },
})

test('a billing page that is opened while the bank is asked says that it declined, and offers to pay again', async ({
  page,
}) => {
  await signedInAs(page, 'pastdue@example.com')
  await expect(page).toHaveURL('/account/billing/')
  await fillCard(page, ANSWERS_LATE)
  await page.getByRole('button', { name: 'Save card and pay $397.00' }).click()
  const waiting = page.getByText('being confirmed with the bank')
  await expect(waiting.first()).toBeVisible()
  // It would go on asking while somebody else signs in.
  await page.goto('about:blank')
  // Opened while the bank was asked, by someone whose month is still open: as if the bank had declined.
  await openMadeBefore(page, '/account/billing/', {
    before: { email: 'pastdue@example.com' },
    now: { email: 'team@example.com', pin: '198220' },
  })
  await expect(waiting).toBeVisible()
  const open = page.getByRole('region', { name: 'Open' })
  await expect(open.getByRole('alert')).toHaveText(messages.notCharged)
  await expect(waiting).toHaveCount(0)
  await expect(open.getByRole('button', { name: /^Pay \$397\.00 with/ })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Save card and pay $397.00' })).toBeEnabled()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
})

test('a second tab that follows a reactivation says that the bank declined, and offers to pay again', {
  tag: '@wide',
}, async ({ page, context }) => {
  await signedInAs(page, 'canceled@example.com')
  await expect(page).toHaveURL('/account/reactivate/')
  const before = await (await page.request.get('/account/reactivate/')).text()
  await page.getByText('Use another card').click()
  await fillCard(page, ANSWERS_LATE)
  await page.getByRole('button', { name: 'Pay $397.00 and reactivate' }).click()
  await expect(page.getByText('being confirmed with the bank')).toBeVisible()
  const second = await context.newPage()
  await second.goto('/account/reactivate/')
  await expect(second.getByRole('region', { name: 'Reactivating your account' })).toBeVisible()
  // As if the bank had not approved it.
  await second.route('**/account/reactivate/', (route) =>
    route.fulfill({ body: before, contentType: 'text/html' }),
  )
  await expect(second.getByRole('alert')).toHaveText(messages.notCharged)
  await expect(second.getByRole('region', { name: 'Reactivate your account' })).toBeVisible()
  await expectAccessible(second)
  // What is said about the former payment goes with the next one.
  await second.getByText('Use another card').click()
  await fillCard(second, ANSWERS_LATE)
  await second.getByRole('button', { name: 'Pay $397.00 and reactivate' }).click()
  await expect(second.getByText(messages.notCharged)).toHaveCount(0)
})
