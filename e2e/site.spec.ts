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
