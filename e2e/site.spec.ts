import { expect, test } from './kit/server.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('questions expand, and the plan builder is a plain form that carries the plan to the sign-up', async ({
    page,
  }) => {
    await page.goto('/site/faq/')
    await page.getByText('How do I cancel?').click()
    await expect(page.getByText('Cancel before your next billing date')).toBeVisible()

    await page.goto('/site/pricing/?lead=2#plan-builder')
    await expect(page.getByRole('button', { name: 'One more: Agent access' })).toBeHidden()
    await page.getByRole('spinbutton', { name: 'Triple line power dialer' }).fill('2')
    await page.getByRole('checkbox', { name: 'Skip tracer' }).check()
    const requested = page.waitForRequest((request) => new URL(request.url()).pathname === '/sign-up/')
    await page.getByRole('button', { name: 'Sign up with this plan' }).click()
    const query = Object.fromEntries(new URL((await requested).url()).searchParams)
    expect(query).toEqual({
      single: '0',
      triple: '2',
      lead: '2',
      mojovoice: '0',
      callrecording: '0',
      'skip-tracer': '1',
      'back-url': 'pricing',
      'plan-name': 'custom',
    })
  })
})

test('the sign-up is fetched while its link is about to be pressed, and opened without another request', async ({
  page,
}) => {
  await page.goto('/site/pricing/?single=1')
  const ahead = page
    .context()
    .waitForEvent('response', (response) => response.url().includes('/sign-up/step-1'))
  await page.getByRole('link', { name: 'Sign up with this plan' }).hover()
  expect((await ahead).request().headers()['sec-purpose']).toBe('prefetch')
  await page.getByRole('link', { name: 'Sign up with this plan' }).click()
  await page.waitForURL(/sign-up/)
  const delivery = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return (navigation as PerformanceEntry & { deliveryType?: string }).deliveryType
  })
  expect(delivery).toBe('navigational-prefetch')
})
