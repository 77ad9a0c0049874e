import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { plan } from '#web/test-kit/values-account-pages.ts'

const bar = () => page.getByRole('group', { name: 'Your plan' })
const top = () => bar().element().querySelector('summary') as HTMLElement

async function openOnPhone() {
  await page.viewport(320, 640)
  onTestFinished(() => page.viewport(1280, 900))
  await showPage('plan', { values: plan })
}

test('on a phone the price stands above the choices, follows them, and opens', async () => {
  await openOnPhone()
  const choices = page.getByRole('heading', { name: 'Change your plan' })
  expect(top().getBoundingClientRect().top).toBeLessThan(choices.element().getBoundingClientRect().top)
  expect(top().textContent).toMatch(/\$[\d,]+\.\d\d/)
  const before = top().textContent
  await page.getByRole('button', { name: 'One more: Triple line dialer' }).click()
  await expect.poll(() => top().textContent).not.toBe(before)
  await expect.element(page.elementLocator(top())).toBeInViewport()
  await expect.element(bar().getByText('Charged now')).not.toBeVisible()
  await page.elementLocator(top()).click()
  await expect.element(bar().getByText('Charged now')).toBeVisible()
  await expectAccessible()
})

test('on a phone the rows align, and every word fits on a line', async () => {
  await openOnPhone()
  const rows = [...document.querySelectorAll('.picks > .pick')].map(measure)
  expect(rows.length).toBeGreaterThan(5)
  for (const part of ['label', 'control', 'price'] as const)
    expect(new Set(rows.map((row) => Math.round(row[part]))).size, part).toBe(1)
  for (const { widestWord, width } of rows) expect(widestWord).toBeLessThanOrEqual(width + 1)
})

function measure(row: Element) {
  const [label, control] = [...row.children] as [HTMLElement, HTMLElement]
  const price = row.querySelector('.price') as HTMLElement
  return {
    label: textLeft(label),
    control: control.getBoundingClientRect().right,
    price: textLeft(price),
    widestWord: widestWord(label),
    width: label.getBoundingClientRect().width,
  }
}

function textLeft(element: Element): number {
  const text = document.createRange()
  text.selectNodeContents(element)
  return text.getBoundingClientRect().left
}

/** A word wider than its column would be broken. */
function widestWord(label: HTMLElement): number {
  const probe = document.createElement('span')
  const words = (label.textContent ?? '').split(/\s+/)
  label.append(probe)
  const widths = words.map((word) => {
    probe.textContent = word
    return probe.getBoundingClientRect().width
  })
  probe.remove()
  return Math.max(...widths)
}
