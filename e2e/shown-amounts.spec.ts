import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { fillCard, liveAccounts, newCustomer, openMadeBefore } from './kit/customer.ts'
import { mailTo, pathsIn } from './kit/mailbox.ts'
import { expect, open, overflowOf, signedInAs, test } from './kit/visitor.ts'

// What is charged is what the page showed. Other amounts are refused, and the page then shows the present ones.

const tile = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

// A separate server: these stories pay for its sample accounts.
test.use({
  serverEnv: { ...liveAccounts, COPYRIGHT_HOLDER: 'a provider whose amounts change' },
  expectedConsoleErrors: [/status of 400/],
})

/** The next time that this page is opened, it shows older values. What it fetches by itself is as it is. */
async function openOutdated(page: Page, url: string, older: Record<string, string>) {
  await page.route(`**${url}`, async (route) => {
    const answer = await route.fetch()
    let body = await answer.text()
    for (const [now, then] of Object.entries(older)) body = body.replaceAll(now, then)
    await route.fulfill({ response: answer, body })
  })
  await open(page, url)
  await page.unroute(`**${url}`)
}

async function expectGood(page: Page) {
  await expectAccessible(page)
  const { width = 1280, height = 800 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await page.setViewportSize({ width, height })
}

test('“Save card” charges no month that the page did not show; the card stays typed, and pays once it is asked to', async ({
  page,
}) => {
  await openMadeBefore(page, '/account/billing/', {
    before: { email: await newCustomer(page) },
    now: { email: 'pastdue@example.com' },
  })
  await tile(page, 'Card on file').getByText('Use another card').click()
  await fillCard(page, '4111111111111111')
  await page.getByRole('button', { name: 'Save card', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Open', exact: true })).toBeFocused()
  const due = tile(page, 'Open')
  await expect(due.getByRole('alert')).toContainText('It is now $397.00. Nothing was charged')
  await expect(due.getByRole('alert')).toBeInViewport()
  await expect(due).toContainText('Your service has been paused since')
  await expect(tile(page, 'Bills and receipts').getByRole('row').nth(1)).toContainText('Open')
  await expect(page.getByLabel('Card number')).toHaveValue('4111-1111-1111-1111')
  await expect(page.getByLabel('CVV')).toHaveValue('123')
  await expectGood(page)
  await page.getByRole('button', { name: 'Save card and pay $397.00' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You paid $397.00.' })).toBeVisible()
})

test('the link of a mail charges no other amount than it showed, and shows the present one', async ({
  page,
  request,
}) => {
  const mail = await mailTo(request, { email: 'team@example.com', subject: /did not go through/ })
  const [link = ''] = pathsIn(mail.plain, '/pay/')
  await openOutdated(page, link, { '$397.00': '$348.00', '"cents":39700': '"cents":34800' })
  await page.getByRole('button', { name: /^Pay \$348\.00 with/ }).click()
  const due = tile(page, 'Open')
  await expect(due.getByRole('heading', { name: 'Open' })).toBeFocused()
  await expect(due.getByRole('alert')).toContainText('It is now $397.00. Nothing was charged')
  await expectGood(page)
  await page.getByRole('button', { name: /^Pay \$397\.00 with/ }).click()
  await expect(page.getByRole('main')).toContainText('You paid $397.00')
})

test('a plan page with older prices is refused once, then shows the present ones with the choices as they were', async ({
  page,
}) => {
  await signedInAs(page, await newCustomer(page))
  await expect(page).toHaveURL('/account/')
  await openOutdated(page, '/account/plan/', {
    '"TRIPLE_LINE_POWER_DIALER":13900': '"TRIPLE_LINE_POWER_DIALER":14900',
  })
  const preview = tile(page, /^Your plan$|^What this means$/)
  await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
  await preview.getByRole('button', { name: 'Pay $149.00 and change' }).click()
  await expect(preview.getByRole('alert')).toContainText(
    'The amounts have changed since you opened this page.',
  )
  await expect(preview).toContainText(/Triple line dialer, (\d+) of \1 days\$139\.00/)
  await expect(preview).not.toContainText('new price')
  await expectGood(page)
  await preview.getByRole('button', { name: 'Pay $139.00 and change' }).click()
  await expect(page.getByText('Your plan has changed.')).toBeVisible()
})

test('an account that is reactivated at an older price is refused once, with the card as it was typed', async ({
  page,
}) => {
  await signedInAs(page, 'canceled@example.com')
  await expect(page).toHaveURL('/account/reactivate/')
  const [amount = ''] = /\$\d+\.\d\d/.exec((await page.locator('.big').textContent()) ?? '') ?? []
  const cents = Number(amount.replace(/\D/g, ''))
  await openOutdated(page, '/account/reactivate/', {
    [amount]: '$1.00',
    [`"newTotalCents":${cents}`]: '"newTotalCents":100',
  })
  const way = tile(page, 'Reactivate your account')
  await way.getByText('Use another card').click()
  await fillCard(page, '4111111111111111')
  await way.getByRole('button', { name: 'Pay $1.00 and reactivate' }).click()
  await expect(way.getByRole('alert')).toContainText('The amounts have changed since you opened this page.')
  await expect(way.locator('.big')).toContainText(amount)
  await expect(page.getByLabel('Card number')).toHaveValue('4111-1111-1111-1111')
  await expectGood(page)
  await way.getByRole('button', { name: `Pay ${amount} and reactivate` }).click()
  await expect(page).toHaveURL('/account/')
})
