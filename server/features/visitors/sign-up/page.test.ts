import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

const PLAN = 'triple=2&lead=2&callrecording=2&skip-tracer=1&back-url=pricing&plan-name=custom'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const htmlOf = async (url: string) => (await harness.app.inject({ url })).body

/** The lines of the plan in the panel next to the form. */
async function planOf(query: string): Promise<string[]> {
  const html = await htmlOf(`/sign-up/step-1?${query}`)
  const [panel = ''] = /<aside.*?<\/aside>/s.exec(html) ?? []
  const lines = panel.matchAll(/<div class="line[^"]*">(.*?)<\/div>/gs)
  return [...lines].map(([, line = '']) =>
    line
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

test.each([
  ['single', 'Single line dialer × 1', 89, '[SUP-07, SUP-21]'],
  ['triple', 'Triple line dialer × 1', 139, '[SUP-08, SUP-22]'],
  ['mojovoice', 'Voice feature × 1', 30, '[SUP-10, SUP-24]'],
  ['callrecording', 'Call recording × 1', 25, '[SUP-11, SUP-25]'],
  ['neighborhood-search', 'Neighborhood search', 49, '[SUP-12, SUP-26]'],
  ['expired-leads', 'Expired leads', 50, '[SUP-13, SUP-27]'],
  ['fsbo', 'For sale by owner', 25, '[SUP-14, SUP-28]'],
  ['frbo', 'For rent by owner', 25, '[SUP-15, SUP-29]'],
  ['skip-tracer', 'Skip tracer', 49, '[SUP-16, SUP-30]'],
  ['pre-foreclosures', 'Pre-foreclosures', 49, '[SUP-17, SUP-31]'],
])('?%s=1 lists %s at $%i, agent access and the total %s', async (key, label, price) => {
  const lines = await planOf(`${key}=1`)
  expect(lines).toHaveLength(3)
  expect(lines).toContain(`${label} $${price} / mo`)
  expect(lines).toContain('Agent access × 1 $10 / mo')
  expect(lines.at(-1)).toBe(`Total Monthly Cost $${price + 10} / mo`)
})

test('quantities multiply up to 20, and agent access alone costs 10 [SUP-09, SUP-23, SUP-32..SUP-35]', async () => {
  const strange = 'single=3&lead=4&triple=21&fsbo=5&frbo=-1&callrecording=NaN&mojovoice=1.5'
  expect(await planOf(strange)).toEqual([
    'Single line dialer × 3 $267 / mo',
    'Triple line dialer × 20 $2,780 / mo',
    'Agent access × 4 $40 / mo',
    'For sale by owner $25 / mo',
    'Total Monthly Cost $3,112 / mo',
  ])
  expect(await planOf('lead=1')).toEqual(['Agent access × 1 $10 / mo', 'Total Monthly Cost $10 / mo'])
})

test('the panel explains its parts [SUP-02..SUP-05, SUP-36..SUP-40, RTE-05]', async () => {
  const html = await htmlOf(`/sign-up/step-1?${PLAN}`)
  const [panel = ''] = /<aside.*?<\/aside>/s.exec(html) ?? []
  for (const text of [
    'Join 25,000+ sales professionals',
    'Your Custom Plan',
    'Total Monthly Cost',
    'Edit Plan',
    'Each agent needs agent access.',
    'Dialing licences can be shared between agents who do not dial at the same time.',
    'Users, licences and data can be added at any time after signing up.',
    'Cancel before the next billing date and keep your service to the end of the paid month.',
  ])
    expect(panel).toContain(text)
})

test.each([
  ['', 'pricing'],
  ['&back-url=about-us', 'about-us'],
  ['&back-url=landing/spring-2', 'pricing'],
  ['&back-url=//evil.example', 'pricing'],
  ['&back-url=https://evil.example/', 'pricing'],
  ['&back-url=javascript:alert(1)', 'pricing'],
  ['&back-url=../../login', 'pricing'],
  ['&back-url=a%0d%0ab', 'pricing'],
])('with %j, Edit Plan leads to the page %s with the plan [SUP-06, SUP-19]', async (query, page) => {
  const html = await htmlOf(`/sign-up/step-1?single=1${query}`)
  const links = [...html.matchAll(/<a[^>]*href="([^"]*)"[^>]*>Edit Plan</g)].map(([, href]) => href)
  expect(new Set(links)).toEqual(new Set([`/site/${page}/?single=1#plan-builder`]))
})

test.each([
  [`/sign-up/step-1?${PLAN}`, 'Customer information, step 1 of 2 · Sign up'],
  ['/sign-up/step-1', 'Your account, step 1 of 5 · Sign up'],
  ['/sign-up/step-4', 'Sign up'],
])('the HTML of %s has the title %s', async (url, title) => {
  expect(await htmlOf(url)).toContain(`<title>${title} · `)
})
