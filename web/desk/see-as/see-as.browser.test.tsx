import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SeeAsValues, View } from '#contract/desk/see-as.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'

const owner = {
  id: 31,
  name: 'Ann Agent',
  email: 'agent@example.com',
  role: 'owner',
  obstacle: null,
} as const
const obstacle = 'cannot sign in while the account is in this state'
const values: SeeAsValues = {
  account: { number: '204518', company: 'Whitfield Realty' },
  people: [owner, { ...owner, id: 32, name: '', email: 'bill@example.com', role: 'billing', obstacle }],
  view: null,
}
const view: View = {
  id: 9,
  account_number: '204518',
  person: 'Ann Agent',
  email: 'agent@example.com',
  role: 'owner',
  reason: 'A question about a bill',
  seconds_left: 900,
}

const begin = page.getByRole('button', { name: 'Begin the view' })
const heading = page.getByRole('heading', { name: 'You are looking at the pages of Ann Agent' })
const notice = page.getByRole('main').getByRole('status').filter({ hasText: /\S/ })
const frame = () => document.querySelector('iframe')

/** Answers the page. `present` says which view is open in this browser, or the status of a refusal. */
function answer(present: () => View | number | null = () => view) {
  return answerCalls(({ path, method }) => {
    if (path === '/desk/api/see-as/end/') return { body: { data: { status: 'ended' } } }
    const now = method === 'GET' ? present() : view
    return typeof now === 'number'
      ? { status: now, body: { errors: 'No.' } }
      : { body: { data: { view: now } } }
  })
}

afterEach(() => {
  vi.useRealTimers()
})

const look = () => document.dispatchEvent(new Event('visibilitychange'))

test('a view begins with a reason; its focused banner says whose pages they are and for how long', async () => {
  const requests = answer()
  await showDeskPage('see-as', { values, role: 'helper' })
  await begin.click()
  await expect.element(page.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/)
  await expectAccessible()
  await page.getByLabelText('Reason').fill('A question about a bill')
  await begin.click()
  await expect.element(heading).toHaveFocus()
  const banner = page.getByRole('region', { name: /You are looking at the pages of/ })
  await expect.element(banner).toMatchTextContent('Owner of account 204518. Read-only')
  await expect.element(banner).toMatchTextContent('Reason: A question about a bill')
  await expect.element(banner.getByRole('timer')).toMatchTextContent(/^(?:15:00|14:\d\d) left$/)
  expect(frame()?.getAttribute('src')).toBe('/account/')
  expect(requests[0]?.body).toEqual({
    account_number: '204518',
    agent_id: '31',
    reason: 'A question about a bill',
  })
})

test('someone who cannot sign in has no pages to view', async () => {
  await showDeskPage('see-as', { values, role: 'helper' })
  await expect
    .element(page.getByRole('region', { name: 'People without pages to see' }))
    .toMatchTextContent(`bill@example.com (Billing manager): ${obstacle}`)
  const choice = (name: RegExp) => page.getByLabelText('Person').getByRole('option', { name })
  await expect.element(choice(/^Ann Agent, agent@example\.com \(Owner\)$/)).toBeInTheDocument()
  await expect.element(choice(/bill@example\.com/)).not.toBeInTheDocument()
})

test('no view is offered for an account nobody can sign in to', async () => {
  await showDeskPage('see-as', { values: { ...values, people: [{ ...owner, obstacle }] }, role: 'helper' })
  await expect.element(page.getByText('People without pages to see')).toBeVisible()
  await expect.element(begin).not.toBeInTheDocument()
})

test('ending the view removes the frame, and the page says so with the focus', async () => {
  const requests = answer()
  await showDeskPage('see-as', { values: { ...values, view }, role: 'helper' })
  await page.getByRole('button', { name: 'End the view' }).click()
  await expect.element(notice).toMatchTextContent('You ended the view.')
  await expect.element(notice).toHaveFocus()
  expect(frame()).toBeNull()
  expect(requests.at(-1)?.body).toEqual({ view_id: 9 })
  await expectAccessible()
})

test('after 15 minutes the frame is removed with an explanation; the last minute is announced', async () => {
  answer()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  await showDeskPage('see-as', { values: { ...values, view }, role: 'helper' })
  vi.advanceTimersByTime(14 * 60_000 + 5_000)
  await expect.element(page.getByRole('timer')).toMatchTextContent(/^0:55 left$/)
  await expect.element(page.getByText('The view ends in less than one minute.')).toBeInTheDocument()
  vi.advanceTimersByTime(60_000)
  await expect.element(notice).toMatchTextContent('The view has ended: its 15 minutes are over.')
  expect(frame()).toBeNull()
})

test('a view continues while the server is unreachable, and ends once the server says so', async () => {
  let status = 503
  const requests = answer(() => status)
  await showDeskPage('see-as', { values: { ...values, view }, role: 'helper' })
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  const before = requests.length
  look()
  await expect.poll(() => requests.length).toBeGreaterThan(before)
  await expect.element(heading).toBeVisible()
  status = 401
  look()
  await expect.element(notice).toMatchTextContent(/^The view has ended: your session is over/)
  expect(frame()).toBeNull()
})

test('a view replaced by another one ends as soon as its page becomes visible', async () => {
  let present = view
  answer(() => present)
  await showDeskPage('see-as', { values: { ...values, view }, role: 'helper' })
  await expect.element(heading).toBeVisible()
  present = { ...view, id: 10 }
  look()
  await expect.element(notice).toMatchTextContent(/you began another one, perhaps in another tab/)
})
