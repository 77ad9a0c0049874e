import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import { sampleProvider } from '#web/test-kit/provider.ts'
import { NOW, showHtml } from '#web/test-kit/show.tsx'
import { PricingPage } from '../pages/PricingPage.tsx'
import { sitePages } from '../site-pages.tsx'

const SIGN_UP = 'Sign up with this plan'
const more = (name: string) => page.getByRole('button', { name: `One more: ${name}` })
const less = (name: string) => page.getByRole('button', { name: `One less: ${name}` })
const count = (name: string) => page.getByRole('spinbutton', { name })
const tick = (name: string) => page.getByRole('checkbox', { name })
const signUp = page.getByRole('link', { name: SIGN_UP })
const lines = () =>
  [...document.querySelectorAll('.plan .line:not(.total)')].map((line) =>
    line.textContent.replace(/\s/g, ' '),
  )
const total = () => document.querySelector('.plan .total output')?.textContent

/** The builder before its script has loaded. The returned function hydrates it. */
function showBuilder(query: Record<string, string> = {}) {
  const props = { query, path: '/site/pricing/', values: { prices: defaultPrices }, now: NOW }
  return showHtml(
    <PricingPage page="pricing" provider={sampleProvider} {...props} />,
    sitePages.stylesOf('pricing'),
  )
}

test('every item of a plan adds its monthly price to the panel [GEN-06, SUP-21..SUP-35]', async () => {
  await showBuilder()()
  expect(lines()).toEqual(['Agent access × 1$10 / mo'])
  expect(total()).toBe('$10 / mo')
  const licences = {
    'Single line power dialer': 'Single line dialer × 1$89 / mo',
    'Triple line power dialer': 'Triple line dialer × 1$139 / mo',
    'Voice feature': 'Voice feature × 1$30 / mo',
    'Call recording': 'Call recording × 1$25 / mo',
  }
  for (const [name, line] of Object.entries(licences)) {
    await more(name).click()
    await expect.poll(lines).toContain(line)
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
    await tick(name).click()
    await expect.poll(lines).toContain(`${name}${price}`)
  }
  await expect.poll(total).toBe('$540 / mo')
})

test('a plan shows its quantities, its total and its link to the sign-up', async () => {
  await showBuilder()()
  for (let press = 0; press < 3; press += 1) await more('Triple line power dialer').click()
  await less('Triple line power dialer').click()
  await more('Agent access').click()
  await page.getByText('Skip tracer', { exact: true }).click()
  await expect
    .poll(lines)
    .toEqual(['Triple line dialer × 2$278 / mo', 'Agent access × 2$20 / mo', 'Skip tracer$49 / mo'])
  expect(total()).toBe('$347 / mo')
  await expect
    .element(signUp)
    .toHaveAttribute('href', '/sign-up/?triple=2&lead=2&skip-tracer=1&back-url=pricing&plan-name=custom')
})

test('a plan can be built by keyboard alone', async () => {
  await showBuilder()()
  const triple = count('Triple line power dialer')
  triple.element().focus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Tab}')
  await expect.element(more('Triple line power dialer')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(triple).toHaveValue(3)
  less('Triple line power dialer').element().focus()
  await userEvent.keyboard(' ')
  tick('Skip tracer').element().focus()
  await userEvent.keyboard(' ')
  await expect.poll(total).toBe('$337 / mo')
})

test('a plan in the URL is the starting plan, within the allowed quantities', async () => {
  await showBuilder({ single: '2', lead: '99', mojovoice: '-1', callrecording: 'x', fsbo: '7' })()
  await expect.element(count('Single line power dialer')).toHaveValue(2)
  await expect.element(count('Agent access')).toHaveValue(20)
  await expect.element(count('Voice feature')).toHaveValue(0)
  await expect.element(count('Call recording')).toHaveValue(0)
  await expect.element(tick('For sale by owner')).toBeChecked()
  expect(total()).toBe('$403 / mo')
})

test('agent access alone explains why it cannot be bought', async () => {
  await showBuilder()()
  const button = page.getByRole('button', { name: SIGN_UP })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveAccessibleDescription(/Choose a dialer, a feature or a data service/)
  await more('Agent access').click()
  await expect.element(signUp).toHaveAttribute('href', '/sign-up/?lead=2&back-url=pricing&plan-name=custom')
})

test('agent access alone is allowed for visitors who arrive with it', async () => {
  await showBuilder({ lead: '1' })()
  await expect.element(signUp).toHaveAttribute('href', '/sign-up/?lead=1&back-url=pricing&plan-name=custom')
})

test('an invalid quantity is corrected when its field loses focus', async () => {
  await showBuilder()()
  const single = count('Single line power dialer')
  const agents = count('Agent access')
  await single.fill('50')
  await agents.fill('')
  await expect.element(single).toHaveValue(20)
  await userEvent.tab()
  await expect.element(agents).toHaveValue(1)
  expect(total()).toBe('$1,790 / mo')
  await more('Single line power dialer').click({ force: true })
  await expect.element(single).toHaveValue(20)
  await less('Agent access').click({ force: true })
  await expect.element(agents).toHaveValue(1)
})

test('choices made before the script loaded count', async () => {
  const hydrate = showBuilder()
  await count('Single line power dialer').fill('2')
  await tick('Expired leads').click()
  await hydrate()
  await expect.poll(total).toBe('$238 / mo')
  await expect.element(count('Single line power dialer')).toHaveValue(2)
})

test('at 400% zoom the total at the bottom never covers the focused element', async () => {
  await showBuilder()()
  await page.viewport(320, 256)
  const stops = [...document.querySelectorAll<HTMLElement>('main :is(a, input:not([type=hidden]), button)')]
  expect(stops.length).toBeGreaterThan(20)
  const covered: string[] = []
  for (const stop of stops) {
    stop.focus()
    const { left, right, top, bottom } = stop.getBoundingClientRect()
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const above = document.elementFromPoint((left + right) / 2, y)?.closest('.site-tally')
    const isSeen = top < innerHeight && bottom > 0 && (!above || above.contains(stop))
    if (!isSeen) covered.push(stop.getAttribute('aria-label') ?? stop.textContent)
  }
  expect(covered).toEqual([])
})
