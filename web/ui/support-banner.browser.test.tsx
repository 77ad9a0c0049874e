import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { sampleProvider } from '#web/test-kit/provider.ts'
import { showHtml } from '#web/test-kit/show.tsx'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'

const MINUTE_MS = 60_000
const help = page.getByText(/^Need some help\?/)
const call = page.getByText(/^Call Toll Free:/)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await visitorsZone('')
})

const visitorsZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId })

async function showAt(time: string) {
  vi.setSystemTime(time)
  const hydrate = showHtml(<SupportBanner provider={sampleProvider} />)
  expect(help.elements()).toHaveLength(1)
  const hydrated = hydrate()
  await vi.advanceTimersByTimeAsync(1000)
  await hydrated
}

test('the support banner offers help outside the hours, with a link to support [SPB-01]', async () => {
  await showAt('2026-11-16T12:00:00Z')
  await expect
    .element(help.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', 'https://ringwell.example/support/')
  expect(call.elements()).toEqual([])
})

test('the support banner offers the toll-free number during the hours [SPB-02]', async () => {
  await showAt('2026-11-16T15:00:00Z')
  const number = call.getByRole('link', { name: '(800) 555-0199' })
  await expect.element(number).toHaveAttribute('href', 'tel:+18005550199')
  expect(help.elements()).toEqual([])
})

test('the support banner follows the hours while the page is open, without layout shifts [SPB-05]', async () => {
  await showAt('2026-11-16T12:59:30Z')
  const before = help.element().getBoundingClientRect().toJSON()
  vi.advanceTimersByTime(MINUTE_MS)
  await expect.element(call).toBeVisible()
  expect(call.element().getBoundingClientRect().toJSON()).toEqual(before)
  vi.advanceTimersByTime(8 * 60 * MINUTE_MS)
  await expect.element(help).toBeVisible()
})

test('the support banner closes at the visitor’s midnight in a half-hour time zone [SPB-04, SPB-05]', async () => {
  await visitorsZone('Asia/Kolkata')
  await showAt('2026-11-20T18:29:30Z')
  await expect.element(call).toBeVisible()
  vi.advanceTimersByTime(MINUTE_MS)
  await expect.element(help).toBeVisible()
})
