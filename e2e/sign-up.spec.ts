import type { Page } from '@playwright/test'
import {
  card,
  customer,
  expectRegistered,
  field,
  goToBilling,
  heading,
  next,
  PLAN,
  payNow,
  STEP_1,
  STEP_2,
  type Texts,
} from './kit/sign-up.ts'
import { expect, holdScripts, hydrated, open, overflowOf, test } from './kit/visitor.ts'

const panel = (page: Page) => page.getByRole('complementary')

test.describe('before any script', () => {
  test.use({ javaScriptEnabled: false })

  const prices = {
    single: ['Single line dialer × 1', 89],
    triple: ['Triple line dialer × 1', 139],
    mojovoice: ['Voice feature × 1', 30],
    callrecording: ['Call recording × 1', 25],
    'neighborhood-search': ['Neighborhood search', 49],
    'expired-leads': ['Expired leads', 50],
    fsbo: ['For sale by owner', 25],
    frbo: ['For rent by owner', 25],
    'skip-tracer': ['Skip tracer', 49],
    'pre-foreclosures': ['Pre-foreclosures', 49],
  } as const

  test('the panel shows each item that the query names, its price and the total [SUP-07, SUP-08, SUP-10..SUP-17, SUP-21, SUP-22, SUP-24..SUP-31, SUP-33]', async ({
    page,
  }) => {
    for (const [key, [name, price]] of Object.entries(prices)) {
      await page.goto(`/sign-up/step-1?${key}=1`)
      const lines = panel(page).locator('.plan .line')
      await expect(lines).toHaveCount(3)
      await expect(lines.filter({ hasText: name })).toContainText(`$${price} / mo`)
      await expect(lines.filter({ hasText: 'Agent access × 1' })).toContainText('$10 / mo')
      await expect(lines.last()).toHaveText(`Total Monthly Cost$${price + 10} / mo`)
    }
  })

  test('the panel says what it is about [SUP-02..SUP-05, SUP-36..SUP-40, RTE-05]', async ({ page }) => {
    await page.goto(STEP_1)
    await expect(panel(page).getByRole('heading', { name: 'Join 25,000+ sales professionals' })).toBeVisible()
    // On narrow screens the panel is below the form, and the plan is in the bar above it.
    const bar = page.getByRole('region', { name: 'Your plan' })
    const isNarrow = (page.viewportSize()?.width ?? 0) < 860
    if (isNarrow) await bar.locator('summary').click()
    const plan = isNarrow ? bar : panel(page)
    await expect(plan.getByRole('heading', { name: 'Your Custom Plan' })).toBeVisible()
    await expect(plan.getByRole('link', { name: 'Edit Plan' })).toBeVisible()
    for (const words of [
      'Each agent needs agent access.',
      'Dialing licences can be shared between agents who do not dial at the same time.',
      'Users, licences and data can be added at any time after signing up.',
      'Cancel before the next billing date and keep your service to the end of the paid month.',
    ])
      await expect(panel(page)).toContainText(words)
    await expect(next(page)).toBeDisabled()
    await expect(page.locator('noscript .banner')).toBeVisible()
  })

  test('quantities multiply, are capped at 20, and data services are had or not [SUP-09, SUP-23, SUP-34, SUP-35]', async ({
    page,
  }) => {
    await page.goto(
      '/sign-up/step-1?single=3&lead=4&triple=21&fsbo=5&frbo=-1&callrecording=NaN&mojovoice=1.5',
    )
    await expect(panel(page).locator('.plan .line')).toHaveText([
      'Single line dialer × 3$267 / mo',
      'Triple line dialer × 20$2,780 / mo',
      'Agent access × 4$40 / mo',
      'For sale by owner$25 / mo',
      'Total Monthly Cost$3,112 / mo',
    ])
  })

  test('a plan of agent access alone costs 10 [SUP-32]', async ({ page }) => {
    await page.goto('/sign-up/step-1?lead=1')
    await expect(panel(page).locator('.plan .line')).toHaveText([
      'Agent access × 1$10 / mo',
      'Total Monthly Cost$10 / mo',
    ])
  })

  test('without a positive quantity there is nothing to sign up for but the pricing page [SUP-18]', async ({
    page,
  }) => {
    for (const query of [
      '',
      '?plan-name=custom',
      '?single=0',
      '?single=-1',
      '?single=NaN&fsbo=none',
      '?triple=',
    ]) {
      await page.goto(`/sign-up/${query}`)
      await expect(page).toHaveURL('/site/pricing/')
    }
    await page.goto('/sign-up/step-1?single=0')
    await expect(page).toHaveURL('/site/pricing/')
  })

  test('every address of the wizard begins at step one, with its query [RTE-09]', async ({ page }) => {
    for (const path of ['/sign-up/', '/sign-up/step-2', '/sign-up/step-7']) {
      await page.goto(`${path}?${PLAN}`)
      await expect(page).toHaveURL(STEP_1)
      await expect(heading(page)).toHaveText('Customer information')
    }
  })

  test('Edit Plan leads back to where the plan was built, and never off the site [SUP-06, SUP-19]', async ({
    page,
  }) => {
    const edit = panel(page).getByRole('link', { name: 'Edit Plan' })
    const hrefs = {
      '': 'pricing',
      '&back-url=about-us': 'about-us',
      '&back-url=landing/spring-2': 'pricing',
      '&back-url=//evil.example': 'pricing',
      '&back-url=https://evil.example/': 'pricing',
      '&back-url=javascript:alert(1)': 'pricing',
      '&back-url=../../login': 'pricing',
      '&back-url=a%0d%0ab': 'pricing',
    }
    for (const [query, name] of Object.entries(hrefs)) {
      await page.goto(`/sign-up/step-1?single=1${query}`)
      await expect(edit).toHaveAttribute('href', new RegExp(`/site/${name}/\\?single=1#plan-builder$`))
    }
  })
})

test('what is typed before the script is there stays, and Next waits for it', async ({ page }) => {
  const scripts = await holdScripts(page)
  await page.goto(STEP_1, { waitUntil: 'commit' })
  await expect(next(page)).toBeDisabled()
  await field(page, 'Full name').fill('Dana Whitfield')
  await field(page, 'State').selectOption('IL')
  scripts.release()
  await hydrated(page)
  await expect(next(page)).toBeEnabled()
  await expect(field(page, 'Full name')).toHaveValue('Dana Whitfield')
  await expect(field(page, 'State')).toHaveValue('IL')
})

test('the whole way can be walked with the keyboard alone', async ({ page }) => {
  await open(page, STEP_1)
  await walk(page, customer(), 'Next')
  await expect(page).toHaveURL(STEP_2)
  await expect(heading(page)).toBeFocused()
  await walk(page, card(), 'PAY NOW')
  await expectRegistered(page)
})

test('both steps fit the smallest screen, with their errors too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, STEP_1)
  await next(page).click()
  await expect(page.getByText('Please check 17 fields', { exact: true })).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
  await goToBilling(page)
  await payNow(page).click()
  await expect(page.getByText('Please check 9 fields', { exact: true })).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
})

/** Moves by Tab: fills in text fields, chooses options by arrow key, ticks the terms, presses the button. */
async function walk(page: Page, texts: Texts, button: string) {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    const { tag, label } = await focused.evaluate((element) => ({
      tag: element.tagName,
      label: (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent ?? '',
    }))
    if (tag === 'BUTTON' && label === button) return page.keyboard.press('Enter')
    const text = texts[label]
    if (tag === 'SELECT' && text !== undefined) {
      // The second option: months of the first year may be over.
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
    } else if (tag === 'INPUT' && text !== undefined) await page.keyboard.type(text)
    else if (label.includes('terms and conditions')) await page.keyboard.press('Space')
  }
  throw new Error(`${button} was never reached`)
}
