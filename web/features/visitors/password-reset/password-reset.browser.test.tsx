import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { requestPasswordReset } from '#contract/features/password-reset.ts'
import { findAccounts } from '#contract/features/sign-in.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { threeAccounts } from '#web/test-kit/values-sign-in.ts'

const email = page.getByLabelText('Email')
const send = page.getByRole('button', { name: /^Send/ })
const alert = page.getByRole('main').getByRole('alert')
const success = page.getByRole('heading', { level: 1, name: 'Success!' })
const back = page.getByRole('main').getByRole('link', { name: 'Back to Login' })
const chooser = page.getByRole('dialog', { name: 'Choose account' })

type Answer = Awaited<ReturnType<Parameters<typeof answerCalls>[0]>>
type Given = { lookUp?: Answer; request?: Answer; query?: Record<string, string> }

/** Returns the requests; the answers can be changed later in the test. */
async function open(given: Given = {}) {
  const requests = answerCalls((call) => {
    if (isFor(call, findAccounts)) return given.lookUp ?? { body: { login_data_list: [] } }
    return given.request ?? { body: { data: { status: 'sent' } } }
  })
  await showPage('password-reset', { values: {}, ...(given.query && { query: given.query }) })
  return requests
}

test('asks for an email and links back to the sign-in it came from [PWR-01, PWR-02, PWR-05, RTE-10]', async () => {
  await open({ query: { mr: '1', next: '/account/billing/' } })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Reset password')
  await expect.element(email).toHaveAttribute('type', 'email')
  await expect.element(send).toBeEnabled()
  await expect.element(back).toHaveAttribute('href', '/login/?mr=1&next=%2Faccount%2Fbilling%2F')
  await expectAccessible()
})

test('needs a valid email and sends nothing before [PWR-07]', async () => {
  const requests = await open()
  await send.click()
  await expect.element(email).toHaveAccessibleDescription('This field is required')
  await email.fill('agent@brokerage')
  await send.click()
  await expect.element(email).toHaveAccessibleDescription('Enter a valid email address')
  await expect.element(email).toHaveFocus()
  await expectAccessible()
  expect(requests).toEqual([])
})

test('Enter sends it once; it ends with Success! and a link to the sign-in [PWR-02, PWR-03, PWR-04, WIR-22]', async () => {
  const requests = await open()
  await email.fill('nobody@example.com')
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(success).toHaveFocus()
  await expect.element(success).toHaveAccessibleDescription('Please check your Email.')
  await expectAccessible()
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    [findAccounts.path, { email: 'nobody@example.com' }],
    [requestPasswordReset.path, { email: 'nobody@example.com' }],
  ])
  await userEvent.keyboard('{Tab}')
  await expect.element(back).toHaveFocus()
  await expect.element(back).toHaveAttribute('href', '/login/')
})

test('with several accounts one is chosen, and its number is sent [PWR-06, CHO-07]', async () => {
  const requests = await open({ lookUp: { body: { login_data_list: threeAccounts } } })
  await email.fill('team@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(chooser.getByRole('heading')).toHaveFocus()
  // A second Enter chooses nothing.
  await userEvent.keyboard('{Enter}')
  const options = chooser.getByRole('row').getByRole('button').elements()
  expect(options.map(({ textContent }) => textContent)).toEqual(['Reset', 'Reset', 'Sign Up'])
  await expectAccessible()
  await chooser.getByRole('button', { name: /^Cancel/ }).click()
  expect(requests).toHaveLength(1)
  await send.click()
  await chooser.getByRole('button', { name: /^Reset the password for Harbor Street Group/ }).click()
  await expect.element(success).toHaveFocus()
  expect(requests.at(-1)?.body).toEqual({ email: 'team@example.com', pin: '198220' })
})

test('an invited person is sent to the sign-up [PWR-06]', async () => {
  await open({ lookUp: { body: { login_data_list: threeAccounts } } })
  await email.fill('team@example.com')
  await send.click()
  await chooser.getByRole('button', { name: /^Sign Up for/ }).click()
  await expect.poll(() => left).toEqual(['/sign-up/'])
})

const wait = 'Please wait 9 minutes and try again.'
test.each<[string, Given, string]>([
  ['the look-up is lost', { lookUp: 'lost' }, 'Network Error'],
  ['the request is lost', { request: 'lost' }, 'Network Error'],
  ['there were too many requests', { request: { status: 429, body: { errors: wait } } }, wait],
])('it says so when %s, and can be resent [PWR-08]', async (_, given, text) => {
  await open(given)
  await email.fill('nobody@example.com')
  await send.click()
  await expect.element(alert).toHaveTextContent(text)
  delete given.lookUp
  delete given.request
  await send.click()
  await expect.element(success).toBeVisible()
})

test("the server's error about the email appears at the field [PWR-08]", async () => {
  await open({ request: { status: 400, body: { errors: { email: ['Not', 'this one.'] } } } })
  await email.fill('nobody@example.com')
  await send.click()
  await expect.element(email).toHaveAccessibleDescription('Not this one.')
})

test('the email from the sign-in arrives in the URL fragment, and is removed from there', async () => {
  history.replaceState(null, '', '#email=dana%2Bdesk%40example.com')
  await open()
  await expect.element(email).toHaveValue('dana+desk@example.com')
  expect(location.hash).toBe('')
})
