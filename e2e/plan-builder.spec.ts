import type { Page } from '@playwright/test'
import { coveredBy } from './kit/covered-focus.ts'
import { expect, test } from './kit/server.ts'

const builder = '/site/pricing/#plan-builder'

test('at 400% zoom the total at the bottom never covers what has the focus', { tag: '@wide' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/site/pricing/')
  expect(await coveredBy(page, '.site-tally', 'Tab')).toEqual([])
})

test('everything that a plan can hold adds its monthly price to the panel [GEN-06, SUP-21..SUP-35]', async ({
  page,
}) => {
  await page.goto(builder)
  await expect(lines(page)).toHaveText(['Agent access × 1$10 / mo'])
  await expect(total(page)).toHaveText('$10 / mo')
  const licences = {
    'Single line power dialer': 'Single line dialer × 1$89 / mo',
    'Triple line power dialer': 'Triple line dialer × 1$139 / mo',
    'Voice feature': 'Voice feature × 1$30 / mo',
    'Call recording': 'Call recording × 1$25 / mo',
  }
  for (const [name, line] of Object.entries(licences)) {
    await page.getByRole('button', { name: `One more: ${name}` }).click()
    await expect(lines(page).filter({ hasText: line })).toHaveCount(1)
  }
  const services = {
    'Neighborhood search': '$49 / mo',
    'Expired leads': '$50 / mo',
    'For sale by owner': '$25 / mo',
    'For rent by owner': '$25 / mo',
    'Skip tracer': '$49 / mo',
    'Pre-foreclosures': '$49 / mo',
  }
  for (const [name, price] of Object.entries(services)) {
    await page.getByRole('checkbox', { name }).check()
    await expect(lines(page).filter({ hasText: name })).toHaveText(`${name}${price}`)
  }
  await expect(total(page)).toHaveText('$540 / mo')
})

test('a plan built with the mouse has its quantities, its total and its sign-up link', async ({ page }) => {
  await page.goto(builder)
  const more = (name: string) => page.getByRole('button', { name: `One more: ${name}` })
  await more('Triple line power dialer').click({ clickCount: 3 })
  await page.getByRole('button', { name: 'One less: Triple line power dialer' }).click()
  await more('Agent access').click()
  await more('Call recording').click({ clickCount: 2 })
  await page.locator('.pick', { has: page.getByRole('checkbox', { name: 'Skip tracer' }) }).click()
  await expect(lines(page)).toHaveText([
    'Triple line dialer × 2$278 / mo',
    'Agent access × 2$20 / mo',
    'Call recording × 2$50 / mo',
    'Skip tracer$49 / mo',
  ])
  await expect(total(page)).toHaveText('$397 / mo')
  const link = page.getByRole('link', { name: 'Sign up with this plan' })
  await expect(link).toHaveAttribute(
    'href',
    '/sign-up/?triple=2&lead=2&callrecording=2&skip-tracer=1&back-url=pricing&plan-name=custom',
  )
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/sign-up/')
  await link.click()
  expect(new URL((await asked).url()).searchParams.get('triple')).toBe('2')
})

test('the same plan can be built with the keyboard alone', async ({ page }) => {
  await page.goto(builder)
  const triple = page.getByRole('spinbutton', { name: 'Triple line power dialer' })
  await triple.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'One more: Triple line power dialer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(triple).toHaveValue('3')
  await page.getByRole('button', { name: 'One less: Triple line power dialer' }).press('Space')
  await page.getByRole('checkbox', { name: 'Skip tracer' }).press('Space')
  await expect(total(page)).toHaveText('$337 / mo')
  await expect(page.getByRole('link', { name: 'Sign up with this plan' })).toHaveAttribute(
    'href',
    '/sign-up/?triple=2&lead=1&skip-tracer=1&back-url=pricing&plan-name=custom',
  )
})

test('a plan in the address is the plan to start from, within what can be bought', async ({ page }) => {
  await page.goto('/site/pricing/?single=2&lead=99&mojovoice=-1&callrecording=x&fsbo=7#plan-builder')
  await expect(page.getByRole('spinbutton', { name: 'Single line power dialer' })).toHaveValue('2')
  await expect(page.getByRole('spinbutton', { name: 'Agent access' })).toHaveValue('20')
  await expect(page.getByRole('spinbutton', { name: 'Voice feature' })).toHaveValue('0')
  await expect(page.getByRole('spinbutton', { name: 'Call recording' })).toHaveValue('0')
  await expect(page.getByRole('checkbox', { name: 'For sale by owner' })).toBeChecked()
  await expect(total(page)).toHaveText('$403 / mo')
})

test('agent access alone says why it cannot be signed up with, unless it is what one came with', async ({
  page,
}) => {
  await page.goto(builder)
  const button = page.getByRole('button', { name: 'Sign up with this plan' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(/Choose a dialer, a feature or a data service/)
  await page.getByRole('button', { name: 'One more: Agent access' }).click()
  const link = page.getByRole('link', { name: 'Sign up with this plan' })
  await expect(link).toHaveAttribute('href', /lead=2&/)
  await page.goto('/site/pricing/?lead=1#plan-builder')
  await expect(link).toHaveAttribute('href', '/sign-up/?lead=1&back-url=pricing&plan-name=custom')
})

test('a number that cannot be bought is put right when its field is left', async ({ page }) => {
  await page.goto(builder)
  const single = page.getByRole('spinbutton', { name: 'Single line power dialer' })
  const agents = page.getByRole('spinbutton', { name: 'Agent access' })
  await expect(page.getByRole('button', { name: 'One more: Agent access' })).toBeEnabled()
  await single.fill('50')
  await agents.fill('')
  await expect(single).toHaveValue('20')
  await agents.blur()
  await expect(agents).toHaveValue('1')
  await expect(total(page)).toHaveText('$1,790 / mo')
  await page.getByRole('button', { name: 'One more: Single line power dialer' }).press('Enter')
  await expect(single).toHaveValue('20')
  await page.getByRole('button', { name: 'One less: Agent access' }).press('Enter')
  await expect(agents).toHaveValue('1')
})

test('what was chosen before the page woke up counts', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(builder, { waitUntil: 'commit' })
  await page.getByRole('spinbutton', { name: 'Single line power dialer' }).fill('2')
  await page.getByRole('checkbox', { name: 'Expired leads' }).check()
  release()
  await expect(total(page)).toHaveText('$238 / mo')
  await expect(page.getByRole('spinbutton', { name: 'Single line power dialer' })).toHaveValue('2')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the plan builder is a plain form that carries the plan to the sign-up', async ({ page }) => {
    await page.goto('/site/pricing/?lead=2#plan-builder')
    await expect(page.getByRole('button', { name: 'One more: Agent access' })).toBeHidden()
    await page.getByRole('spinbutton', { name: 'Triple line power dialer' }).fill('2')
    await page.getByRole('checkbox', { name: 'Skip tracer' }).check()
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/sign-up/')
    await page.getByRole('button', { name: 'Sign up with this plan' }).click()
    const query = Object.fromEntries(new URL((await asked).url()).searchParams)
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

function total(page: Page) {
  return page.getByText('Total Monthly Cost').locator('xpath=..').getByRole('status')
}

function lines(page: Page) {
  return page.locator('.plan .line:not(.total)')
}
