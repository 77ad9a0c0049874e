import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findAccounts, signIn } from '#contract/features/sign-in.ts'
import { answerCalls, isFor, type SentRequest } from '#web/test-kit/answers.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { accountOf, signInValues } from '#web/test-kit/values-sign-in.ts'

type Answer = Awaited<ReturnType<Parameters<typeof answerCalls>[0]>>
type Given = { lookUp?: Answer | Promise<Answer>; signedIn?: Answer | Promise<Answer> }

const email = page.getByLabelText('Email')
const password = page.getByLabelText('Password', { exact: true })
const submit = page.getByRole('button', { name: /^Submit/ })
const alert = page.getByRole('main').getByRole('alert')
const noAccounts: Answer = { body: { login_data_list: [] } }
const goOn: Answer = { body: { data: { redirect_url: '/account/' } } }

/** The answers may be changed later in the test. */
function answer(given: Given) {
  const all = answerCalls((requests) => {
    if (isFor(requests, findAccounts)) return given.lookUp ?? noAccounts
    return isFor(requests, signIn) ? (given.signedIn ?? goOn) : 'lost'
  })
  return () => all.filter((requests) => requests.path.startsWith('/rest/'))
}

const pathsOf = (requests: SentRequest[]) => requests.map(({ path }) => path)

async function open(query: Record<string, string> = {}, values = {}) {
  await showPage('sign-in', { values: { ...signInValues, ...values }, query })
}

async function fillAndSubmit() {
  await email.fill('agent@example.com')
  await password.fill('password1')
  await submit.click()
}

test('an invalid form shows errors at the fields and sends nothing [LGN-34, LGN-35, VAL-01, VAL-02, VAL-05]', async () => {
  const calls = answer({})
  await open()
  await submit.click()
  await expect.element(email).toHaveAccessibleDescription('This field is required')
  await expect.element(password).toHaveAccessibleDescription('This field is required')
  await expect.element(email).toHaveFocus()
  await expect.element(page.getByText('Please check 2 fields')).toBeVisible()
  await expectAccessible()
  await email.fill('agent@brokerage')
  await password.fill('12345')
  await expect.element(email).toHaveAccessibleDescription('Enter a valid email address')
  await expect.element(password).toHaveAccessibleDescription('Minimum 6 characters required')
  await password.fill('123456')
  await expect.element(password).toHaveAccessibleDescription('')
  await email.fill('   ')
  await expect.element(email).toHaveAccessibleDescription('This field is required')
  await submit.click()
  await expect.element(email).toHaveFocus()
  expect(calls()).toEqual([])
})

test('looks up the email, then signs in with the device and follows the redirect [LGN-30, LGN-31, LGN-33, WIR-01..WIR-06]', async () => {
  const calls = answer({})
  await open({ next: '/account/plan/' })
  await fillAndSubmit()
  await expect.poll(() => left).toEqual(['/account/'])
  expect(calls()).toEqual([
    { path: '/rest/auth/check_agent_email/', method: 'POST', body: { email: 'agent@example.com' } },
    {
      path: '/rest/auth/login/',
      method: 'POST',
      body: {
        email: 'agent@example.com',
        password: 'password1',
        next: '/account/plan/',
        screen_width: String(screen.width),
        screen_height: String(screen.height),
        browser_name: 'Chrome',
        browser_version: expect.stringMatching(/^\d+\./),
        mobile_retry: '0',
        is_mobile: '0',
      },
    },
  ])
})

test('with mr=1 the sign-in says that the visitor came from the app [LGN-10, WIR-06]', async () => {
  const calls = answer({})
  await open({ mr: '1' })
  await fillAndSubmit()
  await expect.poll(() => left).toHaveLength(1)
  expect(calls()[1]?.body).toMatchObject({ mobile_retry: '1', is_mobile: '0' })
})

test.each([
  ['a list of one', [accountOf({})]],
  ['null', null],
])('%s needs no choice: the sign-in follows at once [LGN-31]', async (_, login_data_list) => {
  const calls = answer({ lookUp: { body: { login_data_list } } })
  await open()
  await fillAndSubmit()
  await expect.poll(() => left).toEqual(['/account/'])
  expect(pathsOf(calls())).toEqual([findAccounts.path, signIn.path])
})

test('a double click sends once, with a busy button [LGN-31]', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const calls = answer({ signedIn: promise })
  await open()
  await email.fill('agent@example.com')
  await password.fill('password1')
  await submit.dblClick()
  await expect.element(submit).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => pathsOf(calls())).toEqual([findAccounts.path, signIn.path])
  resolve(goOn)
  await expect.poll(() => left).toEqual(['/account/'])
  expect(pathsOf(calls())).toEqual([findAccounts.path, signIn.path])
})

test('a form that has signed in can be sent again after Back', async () => {
  answer({})
  await open()
  await fillAndSubmit()
  await expect.poll(() => left).toEqual(['/account/'])
  await expect.element(submit).toHaveAttribute('aria-busy', 'true')
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.element(submit).not.toHaveAttribute('aria-busy', 'true')
  await fillAndSubmit()
  await expect.poll(() => left).toEqual(['/account/', '/account/'])
})

test('a wrong password is reported above the form, which keeps what was typed [LGN-36]', async () => {
  const given: Given = { signedIn: { status: 401, body: { errors: 'Invalid login/password' } } }
  answer(given)
  const banner = { tone: 'ok', text: 'Success! Your account is currently being set up.' } as const
  await open({ status: 'registered' }, { banner })
  await fillAndSubmit()
  await expect.element(alert).toHaveTextContent('Invalid login/password')
  await expect.element(email).toHaveValue('agent@example.com')
  // Success! must not stay above a sign-in that failed.
  await expect.element(page.getByText('Success!')).not.toBeInTheDocument()
  await expectAccessible()
  given.signedIn = goOn
  await submit.click()
  await expect.poll(() => left).toEqual(['/account/'])
})

test('field errors from the server appear at their fields, others in a block with their markup [LGN-36]', async () => {
  const errors = { password: ['Too old.', 'Choose a new one.'], device: ['Ask <b>support</b> <i>now</i>'] }
  answer({ signedIn: { status: 400, body: { errors } } })
  await open()
  await fillAndSubmit()
  await expect.element(password).toHaveAccessibleDescription('Too old. Choose a new one.')
  await expect.element(password).toHaveFocus()
  await expect.element(email).not.toHaveAttribute('aria-invalid')
  await expect.element(alert).toHaveTextContent('Ask support <i>now</i>')
  expect(alert.element().querySelector('b')?.textContent).toBe('support')
})

test.each<[string, Answer]>([
  ['never comes', 'lost'],
  ['leads nowhere', { body: { data: {} } }],
  ['leads to no web address', { body: { data: { redirect_url: 'javascript:alert(1)' } } }],
  ['refuses without a word', { status: 400, body: { errors: {} } }],
])('an answer that %s shows Network Error, and the form can be sent again [LGN-37]', async (_, first) => {
  const given: Given = { signedIn: first }
  answer(given)
  await open()
  await fillAndSubmit()
  await expect.element(alert).toHaveTextContent('Network Error')
  await expect.element(submit).not.toHaveAttribute('aria-busy', 'true')
  expect(left).toEqual([])
  given.signedIn = goOn
  await submit.click()
  await expect.poll(() => left).toEqual(['/account/'])
})

const throttled = 'Too many attempts. Please wait 2 minutes and try again.'
test.each<[string, Answer, string]>([
  ['never answers', 'lost', 'Network Error'],
  ['is throttled', { status: 429, body: { errors: throttled } }, throttled],
])('a look-up that %s is reported, and no sign-in is tried [LGN-38]', async (_, lookUp, text) => {
  const calls = answer({ lookUp })
  await open()
  await fillAndSubmit()
  await expect.element(alert).toHaveTextContent(text)
  expect(pathsOf(calls())).toEqual([findAccounts.path])
  await expect.element(password).toHaveValue('password1')
})

test('a field error from the look-up is shown at the field [LGN-38]', async () => {
  answer({ lookUp: { status: 400, body: { errors: { email: ['We do not serve this domain.'] } } } })
  await open()
  await fillAndSubmit()
  await expect.element(email).toHaveAccessibleDescription('We do not serve this domain.')
})

test('a form posted before the script loaded shows its errors, the email and no old success [LGN-34, LGN-35, LGN-36]', async () => {
  answer({})
  const errors = { email: ['Enter a valid email address'], password: ['Minimum 6 characters required'] }
  const banner = { tone: 'ok', text: 'Success! Your account is currently being set up.' } as const
  await open({ status: 'registered' }, { banner, sent: { email: 'agent@brokerage', errors } })
  await expect.element(email).toHaveValue('agent@brokerage')
  await expect.element(email).toHaveAccessibleDescription('Enter a valid email address')
  await expect.element(password).toHaveValue('')
  await expect.element(password).toHaveAccessibleDescription('Minimum 6 characters required')
  await expect.element(page.getByText('Success!')).not.toBeInTheDocument()
})

test('the password-reset link carries the typed email, hidden from the server', async () => {
  answer({})
  await open({ mr: '1', next: '/account/billing/', status: 'registered' })
  await email.fill('dana+desk@example.com')
  const link = page.getByRole('link', { name: 'Forgot your password?' })
  await expect
    .element(link)
    .toHaveAttribute(
      'href',
      '/password-reset/?mr=1&next=%2Faccount%2Fbilling%2F#email=dana%2Bdesk%40example.com',
    )
})
