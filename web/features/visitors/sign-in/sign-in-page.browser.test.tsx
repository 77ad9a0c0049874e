import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { followProvisioning } from '#contract/features/provisioning.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectAccessible, showPage } from '#web/test-kit/show.tsx'
import { signInValues } from '#web/test-kit/values-sign-in.ts'

const notice = page.getByRole('dialog', { name: 'Warning' })
const main = page.getByRole('main')

afterEach(async () => {
  vi.useRealTimers()
  await page.viewport(1280, 900)
})

test('asks for email and password and links to the password reset [LGN-01, LGN-02, RTE-06]', async () => {
  answerCalls(() => 'lost')
  await showPage('sign-in', { values: signInValues })
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Login$/)
  await expect.element(page.getByLabelText('Email')).toHaveAttribute('type', 'email')
  const password = page.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveAttribute('type', 'password')
  await expect.element(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
  await expect.element(page.getByRole('link', { name: /Forgot/ })).toHaveAttribute('href', '/password-reset/')
  expect(document.querySelectorAll('form input:not([autocomplete=off])')).toHaveLength(0)
  await expect.element(notice).not.toBeInTheDocument()
  await expectAccessible()
})

test('the panel shows the system status and the message, with bold but no other markup [LGN-22, LGN-23]', async () => {
  answerCalls(() => 'lost')
  const loginMessage = 'Pick up <b>where</b> <i>you</i> left off.'
  await showPage('sign-in', { values: { ...signInValues, systemStatus: 'Slow', loginMessage } })
  const panel = page.getByRole('complementary')
  await expect.element(panel).toMatchTextContent(/System status: Slow/)
  await expect.element(panel).toMatchTextContent(/Pick up where <i>you<\/i> left off\./)
  const heading = panel.getByRole('heading', { level: 2 })
  await expect.element(heading).toHaveTextContent('More conversations, less dialing.')
})

test('with mr=1 the page is about payment, with a logo [LGN-10]', async () => {
  answerCalls(() => 'lost')
  await showPage('sign-in', { values: { ...signInValues, isMobile: true }, query: { mr: '1' } })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Manage your payment')
  expect(document.querySelector('main .sign-in-logo svg')?.checkVisibility()).toBe(true)
  await expect.element(notice).not.toBeInTheDocument()
  await expectAccessible()
})

test('the Tab key goes through the header in reading order', async () => {
  answerCalls(() => 'lost')
  await showPage('sign-in', { values: signInValues })
  for (const width of [1280, 800, 390]) {
    await page.viewport(width, 800)
    const places = [...document.querySelectorAll('.head a, .head button')]
      .filter((element) => element.checkVisibility())
      .map((element) => Math.round(element.getBoundingClientRect().left))
    expect(places.length).toBeGreaterThan(1)
    expect(places, `at ${width}`).toEqual(places.toSorted((one, other) => one - other))
  }
})

test('a banner emphasizes its first word and links the phone number', async () => {
  answerCalls(() => 'lost')
  const text = 'Oops! Please contact us by phone. (800) 555-0199'
  await showPage('sign-in', { values: { ...signInValues, banner: { tone: 'bad', text } } })
  await expect.element(main.getByText('Oops!', { exact: true })).toBeVisible()
  const phone = main.getByRole('alert').getByRole('link', { name: '(800) 555-0199' })
  await expect.element(phone).toHaveAttribute('href', 'tel:+18005550199')
  await expectAccessible()
})

test('someone already signed in is offered their account', async () => {
  answerCalls(() => 'lost')
  const signedIn = { company: 'North Shore Realty', href: '/account/plan/' }
  await showPage('sign-in', { values: { ...signInValues, signedIn } })
  await expect
    .element(main)
    .toMatchTextContent(/You are signed in to North Shore Realty\. Go to your account/)
  const link = page.getByRole('link', { name: 'Go to your account' })
  await expect.element(link).toHaveAttribute('href', '/account/plan/')
  await expect.element(page.getByLabelText('Email')).toBeVisible()
})

test('a mobile visitor is told to use the app and cannot close the notice [LGN-13, LGN-15..LGN-19, GEN-13]', async () => {
  answerCalls(() => 'lost')
  await showPage('sign-in', { values: { ...signInValues, isMobile: true } })
  await expect.element(notice.getByRole('heading')).toHaveTextContent('Warning')
  await expect
    .element(notice)
    .toMatchTextContent(/Your device is not compatible with this website\. Please download the mobile app/)
  const store = notice.getByRole('link', { name: /App Store/ })
  await expect.element(store).toHaveAttribute('href', 'https://ringwell.example/app-store/')
  const play = notice.getByRole('link', { name: /Google Play/ })
  await expect.element(play).toHaveAttribute('href', 'https://ringwell.example/play-store/')
  expect(notice.element().getBoundingClientRect().width).toBe(320)
  expect(notice.getByRole('button').elements()).toHaveLength(0)
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  await userEvent.click(document.documentElement, { position: { x: 4, y: 300 } })
  await expect.element(notice).toBeVisible()
  await expectAccessible()
})

test('a tablet that identifies as a desktop is detected by its touch screen [LGN-13]', async () => {
  answerCalls(() => 'lost')
  const safari =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(safari)
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5)
  await showPage('sign-in', { values: signInValues })
  await expect.element(notice).toBeVisible()
})

const registered = { tone: 'ok', text: 'Success! Your account is currently being set up.' } as const
const running = { state: 'running', words: 'We are setting up your account.' } as const
const ready = { state: 'ready', words: 'Success! Your account is ready. You can sign in now.' } as const

test('the line under the banner follows the set-up, pauses while hidden, and shows the final news', async () => {
  let news: typeof running | typeof ready = running
  const requests = answerCalls((call) =>
    isFor(call, followProvisioning) ? { body: { data: news } } : 'lost',
  )
  const count = () => requests.filter((call) => isFor(call, followProvisioning)).length
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await showPage('sign-in', { values: { ...signInValues, banner: registered, setUp: running } })
  const line = () => document.querySelector('.sign-in-set-up')
  expect(line()?.textContent).toBe(running.words)
  const top = () => document.querySelector('h1')?.getBoundingClientRect().top
  const before = top()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(count()).toBe(1)

  see(false)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(count()).toBe(1)

  news = ready
  see(true)
  await vi.advanceTimersByTimeAsync(10)
  expect(count()).toBe(2)
  vi.useRealTimers()
  await expect.element(page.getByText(/Your account is ready/)).toBeVisible()
  expect(getComputedStyle(line() as Element).visibility).toBe('hidden')
  await expect.element(page.getByText(/Your account is currently being set up/)).not.toBeVisible()
  expect(top()).toBe(before)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(count()).toBe(2)
})

test('visitors who bought nothing here see only the banner, and nothing is requested', async () => {
  const requests = answerCalls(() => 'lost')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await showPage('sign-in', { values: { ...signInValues, banner: registered } })
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  await expect.element(page.getByText(/Your account is currently being set up/)).toBeVisible()
  expect(document.querySelector('.sign-in-set-up')).toBeNull()
  expect(requests.filter((call) => isFor(call, followProvisioning))).toEqual([])
})

function see(isSeen: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!isSeen)
  document.dispatchEvent(new Event('visibilitychange'))
}
