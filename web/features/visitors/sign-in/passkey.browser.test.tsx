import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { signInWithPasskey, startPasskeySignIn } from '#contract/features/passkey-sign-in.ts'
import { findAccounts } from '#contract/features/sign-in.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { left, showPage } from '#web/test-kit/show.tsx'
import { signInValues, threeAccounts } from '#web/test-kit/values-sign-in.ts'

const button = page.getByRole('button', { name: /^Sign in with a passkey/ })
const email = page.getByLabelText('Email')
const password = page.getByLabelText('Password', { exact: true })
const alert = page.getByRole('main').getByRole('alert')
const options = { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] }
const values = { ...signInValues, offersPasskeys: true }

type Answers = Parameters<typeof answerCalls>[0]
let done: Awaited<ReturnType<Answers>>
let started: Awaited<ReturnType<Answers>>

beforeEach(() => {
  started = { body: { data: { options } } }
  done = { body: { data: { redirect_url: '/account/' } } }
  hasImmediateMode(false)
})

function answer() {
  return answerCalls((requests) => {
    if (isFor(requests, findAccounts)) return { body: { login_data_list: threeAccounts } }
    if (isFor(requests, startPasskeySignIn)) return started
    return isFor(requests, signInWithPasskey) ? done : 'lost'
  })
}

test('without passkey support the page has no button', async () => {
  answer()
  await showPage('sign-in', { values: signInValues })
  await expect.element(button).not.toBeInTheDocument()
})

test("closing the browser's dialog leaves the form as it was", async () => {
  answer()
  const { promise, reject } = Promise.withResolvers<never>()
  const get = vi.spyOn(navigator.credentials, 'get').mockReturnValue(promise)
  await showPage('sign-in', { values })
  await password.fill('typed before')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => get.mock.calls).toHaveLength(1)
  reject(new DOMException('closed', 'NotAllowedError'))
  await expect.element(button).not.toHaveAttribute('aria-busy', 'true')
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(password).toHaveValue('typed before')
  await expect.element(button).toHaveFocus()
})

test('a lost connection or missing passkey support is reported above the form', async () => {
  answer()
  started = 'lost'
  await showPage('sign-in', { values })
  await button.click()
  await expect.element(alert).toHaveTextContent('Network Error')
  await expect.element(email).toBeVisible()
  started = { body: { data: { options } } }
  vi.stubGlobal('PublicKeyCredential', undefined)
  await button.click()
  await expect.element(alert).toHaveTextContent('This browser does not support passkeys.')
})

test('a device without passkeys says so at once', async () => {
  answer()
  hasImmediateMode(true)
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('none', 'NotAllowedError'))
  await showPage('sign-in', { values })
  await button.click()
  await expect.element(alert).toMatchTextContent(/^No passkey was used\./)
})

test('with a typed email the account is chosen first; a refused, unknown passkey is dropped', async () => {
  const requests = answer()
  const get = vi.spyOn(navigator.credentials, 'get').mockResolvedValue({
    id: 'AQID',
    type: 'public-key',
    rawId: new Uint8Array([1, 2, 3]).buffer,
    response: {
      authenticatorData: new ArrayBuffer(1),
      clientDataJSON: new ArrayBuffer(1),
      signature: new ArrayBuffer(1),
    },
    getClientExtensionResults: () => ({}),
  } as never)
  const forgotten = vi.fn(async () => {})
  Object.assign(PublicKeyCredential, { signalUnknownCredential: forgotten })
  const refusal = 'This passkey no longer works here.'
  done = { status: 401, body: { errors: refusal, unknown_passkey: true } }
  await showPage('sign-in', { values, query: { next: '/account/plan/' } })
  await email.fill('team@example.com')
  await button.click()
  const chooser = page.getByRole('dialog', { name: 'Choose account' })
  await chooser.getByRole('button', { name: /^Login to Lakeview Homes/ }).click()
  await expect.element(alert).toHaveTextContent(refusal)
  await expect.element(chooser).not.toBeInTheDocument()
  expect(get).toHaveBeenCalledTimes(1)
  expect(forgotten).toHaveBeenCalledWith({ rpId: 'localhost', credentialId: 'AQID' })
  expect(requests.find((call) => isFor(call, startPasskeySignIn))?.body).toEqual({
    email: 'team@example.com',
    pin: '204611',
  })
  const sent = requests.find((call) => call.path === signInWithPasskey.path)
  expect(sent?.body).toMatchObject({ pin: '204611', next: '/account/plan/', mobile_retry: false })
  done = { body: { data: { redirect_url: '/account/plan/' } } }
  await button.click()
  await chooser.getByRole('button', { name: /^Login to Lakeview Homes/ }).click()
  await expect.poll(() => left).toEqual(['/account/plan/'])
})

/** In this mode the browser answers at once if it knows no passkey. Otherwise it shows its dialog. */
function hasImmediateMode(immediateGet: boolean) {
  Object.assign(PublicKeyCredential, { getClientCapabilities: async () => ({ immediateGet }) })
}
