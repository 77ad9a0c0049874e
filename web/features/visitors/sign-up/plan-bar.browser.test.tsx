import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/features/sign-up/messages.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import { answerSignUp, heading, openBilling, openLegacy, openSignUp } from '#web/test-kit/sign-up.ts'

const bar = () => page.getByRole('region', { name: 'Your plan' })
const panel = () => page.getByRole('complementary')
const top = () => bar().element().querySelector('summary') as HTMLElement

afterEach(() => page.viewport(1280, 900))

test.each([320, 360])('%i wide, step and price are above the form and expand to the plan', async (width) => {
  await page.viewport(width, 740)
  answerSignUp()
  await openSignUp()
  expect(top().textContent).toContain('Step 1 of 2')
  expect(top().textContent).toContain('$397 / mo')
  expect(topOf(top())).toBeLessThan(topOf(heading().element()))
  await expect.element(bar().getByText(/^Triple line dialer/)).not.toBeVisible()
  await page.elementLocator(top()).click()
  await expect.element(bar().getByText(/^Triple line dialer/)).toBeVisible()
  await expect.element(bar().getByText('Total Monthly Cost')).toBeVisible()
  await expect
    .element(bar().getByRole('link', { name: 'Edit Plan' }))
    .toHaveAttribute('href', expect.stringMatching(/#plan-builder$/))
  await expectAccessible()
  await page.elementLocator(top()).click()
  await expect.element(bar().getByText(/^Triple line dialer/)).not.toBeVisible()
})

test('the panel below does not repeat the step', async () => {
  await page.viewport(360, 740)
  answerSignUp()
  await openSignUp()
  await expect.element(panel().getByText('Step 1 of 2')).not.toBeVisible()
  await expect.element(panel().getByText('Total Monthly Cost')).toBeVisible()
  await expect.element(panel().getByText('Join 25,000+ sales professionals')).toBeVisible()
})

test('the bar follows the steps', async () => {
  await page.viewport(360, 740)
  answerSignUp()
  await openBilling()
  expect(top().textContent).toContain('Step 2 of 2')
})

test('the bar follows the choices of the legacy wizard', async () => {
  await page.viewport(360, 740)
  answerSignUp()
  await openLegacy({ step: 3 })
  expect(top().textContent).toContain('Step 3 of 5')
  expect(top().textContent).toContain('$99 / mo')
  await page.getByRole('checkbox', { name: /For sale by owner/ }).click()
  await expect.poll(() => top().textContent).toContain('$124 / mo')
})

test.each([
  ['21', 'triple', 1],
  ['20', 'triple', 0],
  ['21', 'skip-tracer', 0],
])('a link to %s of %s is capped, and panel and bar say so in %i line', async (quantity, item, lines) => {
  answerSignUp()
  await openSignUp(undefined, { lead: '2', [item]: quantity })
  await expect.element(panel().getByText('Total Monthly Cost')).toBeVisible()
  expect(panel().getByText(messages.cutToMost(20)).elements()).toHaveLength(lines)
  await page.viewport(360, 740)
  await page.elementLocator(top()).click()
  expect(bar().getByText(messages.cutToMost(20)).elements()).toHaveLength(lines)
  await expectAccessible()
})

test('on wide screens the panel replaces the bar', async () => {
  answerSignUp()
  await openSignUp()
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(panel().getByText('Step 1 of 2')).toBeVisible()
  await expect.element(panel().getByText('Total Monthly Cost')).toBeVisible()
})

function topOf(element: Element): number {
  return element.getBoundingClientRect().top
}
