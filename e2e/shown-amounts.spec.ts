import { liveAccounts, newCustomer } from './kit/customer.ts'
import { expect, open, signedInAs, test } from './kit/visitor.ts'

// Only the amounts shown are charged. Others are refused, and the page then shows the current ones.

test.use({ serverEnv: liveAccounts, expectedConsoleErrors: [/status of 400/] })

test('a plan page with outdated prices is refused once, then shows new prices and keeps the choices', async ({
  page,
}) => {
  await signedInAs(page, await newCustomer(page))
  await page.route('**/account/plan/', async (route) => {
    const answer = await route.fetch()
    const older = ['"TRIPLE_LINE_POWER_DIALER":13900', '"TRIPLE_LINE_POWER_DIALER":14900'] as const
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(...older) })
  })
  await open(page, '/account/plan/')
  await page.unroute('**/account/plan/')
  const preview = page.getByRole('region', { name: /^Your plan$|^What this means$/ })
  await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
  await preview.getByRole('button', { name: 'Pay $149.00 and change' }).click()
  await expect(preview.getByRole('alert')).toContainText(
    'The amounts have changed since you opened this page.',
  )
  await expect(preview).toContainText(/Triple line dialer, (\d+) of \1 days\$139\.00/)
  await preview.getByRole('button', { name: 'Pay $139.00 and change' }).click()
  await expect(page.getByText('Your plan has changed.')).toBeVisible()
})
