import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { authorize, authorizeZapier } from '#contract/features/authorize.ts'
import { findAccounts } from '#contract/features/sign-in.ts'
import type { PageValues } from '#contract/page-values.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { threeAccounts } from '#web/test-kit/values-sign-in.ts'

const email = page.getByLabelText('Email')
const password = page.getByLabelText('Password', { exact: true })
const submit = page.getByRole('button', { name: /^Submit/ })
const back = page.getByRole('button', { name: 'Back to the partner' })
const alert = page.getByRole('main').getByRole('alert')

const allows = ['See your name and email', 'Read the leads in your lists']
const values: PageValues['authorize'] = {
  systemStatus: 'Normal',
  partner: { name: 'Demo Partner', logo: '', allows },
  problem: '',
}
const query = {
  redirect_uri: 'https://partner.example/callback',
  client_id: 'demo',
  state: 'a b',
  type: 'crm',
  vendor_user_id: '7',
  scope: 'leads',
  response_type: 'code',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
}

type Answer = Awaited<ReturnType<Parameters<typeof answerCalls>[0]>>
type Given = { accounts?: unknown; letIn?: Answer }

function answer(given: Given) {
  return answerCalls((requests) =>
    isFor(requests, findAccounts)
      ? { body: { login_data_list: given.accounts ?? [] } }
      : (given.letIn ?? { body: { redirect_uri: 'https://partner.example/callback?code=1' } }),
  )
}

async function fillAndSubmit() {
  await email.fill('agent@example.com')
  await password.fill('password1')
  await submit.click()
}

test('shows who asks for what, and enables the button once the form is valid [OAU-01, OAU-02, OAU-04]', async () => {
  answer({})
  await showPage('authorize', { values, query })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign In to Ringwell')
  const card = page.getByRole('region', { name: 'Demo Partner wants to connect to your account' })
  expect(
    card
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(allows)
  await expect.element(submit).toBeDisabled()
  await email.fill('agent@example')
  await password.fill('short')
  await expect.element(email).toHaveAccessibleDescription('Enter a valid email address')
  await expect.element(password).toHaveAccessibleDescription('Minimum 6 characters required')
  await expect.element(submit).toBeDisabled()
  await expect.element(back).not.toBeInTheDocument()
  await expectAccessible()
})

test.each([
  ['authorize', authorize],
  ['authorize-zapier', authorizeZapier],
] as const)(
  "the page %s forwards what the partner sent, and follows the answer's redirect [OAU-05, OAU-11, RTE-07, RTE-08]",
  async (name, call) => {
    const requests = answer({})
    await showPage(name, { values, query: { ...query, more: 'x' } })
    await fillAndSubmit()
    await expect.poll(() => left).toEqual(['https://partner.example/callback?code=1'])
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      [findAccounts.path, { email: 'agent@example.com' }],
      [call.path, { ...query, email: 'agent@example.com', password: 'password1' }],
    ])
  },
)

test('a refusal is shown with a link back to the partner [OAU-06, OAU-07, OAU-08]', async () => {
  const go_back_uri = 'https://partner.example/callback?error=access_denied'
  answer({ letIn: { status: 401, body: { error: 'Invalid login/password', go_back_uri } } })
  await showPage('authorize', { values, query })
  await fillAndSubmit()
  await expect.element(alert).toHaveTextContent('Invalid login/password')
  await expectAccessible()
  await back.click()
  await expect.poll(() => left).toEqual([go_back_uri])
})

test('a refusal of the zapier page has no link back [OAU-10, RTE-08]', async () => {
  const given: Given = {
    letIn: { status: 401, body: { error: 'Not today', go_back_uri: 'https://partner.example/' } },
  }
  answer(given)
  await showPage('authorize-zapier', { values, query })
  await fillAndSubmit()
  await expect.element(alert).toHaveTextContent('Not today')
  await expect.element(back).not.toBeInTheDocument()
})

test('without an answer it shows Network Error and keeps what was typed [OAU-09]', async () => {
  answer({ letIn: 'lost' })
  await showPage('authorize', { values, query })
  await fillAndSubmit()
  await expect.element(alert).toHaveTextContent('Network Error')
  await expect.element(back).not.toBeInTheDocument()
  await expect.element(email).toHaveValue('agent@example.com')
  await expect.element(submit).toBeEnabled()
})

test('with several accounts one is chosen, and its number is sent [OAU-03]', async () => {
  const requests = answer({ accounts: threeAccounts })
  await showPage('authorize', { values, query })
  await fillAndSubmit()
  const chooser = page.getByRole('dialog', { name: 'Choose account' })
  await expect.element(chooser.getByRole('heading')).toHaveFocus()
  await chooser.getByRole('button', { name: /Harbor Street Group/ }).click()
  await expect.poll(() => left).toHaveLength(1)
  expect(requests.at(-1)?.body).toMatchObject({ pin: '198220' })
})

test('an unknown partner is reported above the form [OAU-06]', async () => {
  answer({ letIn: { status: 400, body: { error: 'Its client_id is not registered with us.' } } })
  const problem = 'This link does not work: its client_id is not registered with us.'
  await showPage('authorize', { values: { systemStatus: 'Normal', partner: null, problem }, query: {} })
  await expect.element(alert).toHaveTextContent(problem)
  await fillAndSubmit()
  await expect.element(page.getByText('Its client_id is not registered with us.')).toBeVisible()
  expect(left).toEqual([])
})
