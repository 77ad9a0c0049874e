import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { answerCalls } from '#web/test-kit/answers.ts'
import { showPage, showPageHtml } from '#web/test-kit/show.tsx'

const card = (name: string) => page.getByRole('region', { name })
const badge = (name: string) => page.getByRole('status', { name: `${name} session` })
const visitorsZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId })
const values = { morning: false, afternoon: false }

beforeEach(() => visitorsZone('America/Los_Angeles'))
afterEach(async () => {
  vi.useRealTimers()
  await visitorsZone('')
})

test('two cards show when and where a session is [WEB-02, WEB-03, WEB-04, WEB-06, WEB-07, RTE-14]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T22:00:00Z') })
  await showPage('webinars', { values })
  const cards = {
    Morning: ['11AM EST, 10AM CST, 9AM MST, 8AM PST', 'November 23 at 8:00 AM PST', 'morning/'],
    Afternoon: ['3PM EST, 2PM CST, 1PM MST, 12PM PST', 'November 23 at 12:00 PM PST', 'afternoon/'],
  }
  for (const [name, [times = '', next = '', room = '']] of Object.entries(cards)) {
    await expect.element(card(name)).toMatchTextContent(/Monday to Friday/)
    await expect.element(card(name)).toMatchTextContent(new RegExp(times))
    await expect.element(card(name)).toMatchTextContent(new RegExp(`Next for you: Monday, ${next}`))
    await expect.element(badge(name)).toHaveTextContent('Offline')
    const join = card(name).getByRole('link', { name: new RegExp(`^Join the ${name.toLowerCase()} session`) })
    await expect.element(join).toHaveAttribute('href', `https://ringwell.example/${room}`)
    await expect.element(join).toHaveAttribute('target', '_blank')
  }
})

test('the page says how to get in, and has no header [WEB-08, RTE-02]', async () => {
  await showPage('webinars', { values })
  expect(page.getByRole('banner').elements()).toEqual([])
  const main = page.getByRole('main')
  await expect
    .element(main)
    .toMatchTextContent(/Sessions open 15 minutes before and close 5 minutes past the hour\./)
  await expect.element(main).toMatchTextContent(/There is no admission after the start\./)
  await expect
    .element(main.getByRole('link', { name: 'the getting-started video' }))
    .toHaveAttribute('href', 'https://ringwell.example/getting-started/')
})

test('polls the status every 60 s, pauses while hidden, and resumes at once [WEB-05, WEB-09, WEB-11]', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-11-16T15:00:00Z') })
  const said = { morning: true, afternoon: false, isAway: false }
  const requests = answerCalls(() =>
    said.isAway
      ? 'lost'
      : {
          body: {
            webinars: { morning: { is_active: said.morning }, afternoon: { is_active: said.afternoon } },
          },
        },
  )
  const hydrate = await showPageHtml('webinars', { values })
  const hydrated = hydrate()
  await vi.advanceTimersByTimeAsync(100)
  await hydrated
  const place = () => card('Afternoon').element().getBoundingClientRect().toJSON()
  const before = place()

  vi.advanceTimersByTime(59_000)
  expect(requests).toEqual([])
  vi.advanceTimersByTime(1000)
  await expect.element(badge('Morning')).toHaveTextContent('Active')
  expect(requests.map(({ path }) => path)).toEqual(['/rest/webinars/check-status/'])
  expect(place()).toEqual(before)

  said.isAway = true
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.element(page.getByText(/^We could not refresh the status\./)).toBeVisible()
  await expect.element(badge('Morning')).toHaveTextContent('Active')
  expect(place()).toEqual(before)

  said.isAway = false
  said.morning = false
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(300_000)
  expect(requests).toHaveLength(2)
  isHidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(badge('Morning')).toHaveTextContent('Offline')
  expect(requests).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(4)
})

test("without a script the page neither claims to refresh nor guesses the visitor's zone", async () => {
  await showPageHtml('webinars', { values })
  await expect.element(page.getByRole('main')).not.toMatchTextContent(/Next for you/)
  expect(document.querySelector('noscript')?.textContent).toBe(
    '<p class="hint">Reload this page to see whether a session is open.</p>',
  )
})
