import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerPasskeyOffer, startPasskey } from '#contract/features/passkeys.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { createPasskeys, creationOptions } from '#web/test-kit/passkeys.ts'
import { expectAccessible, show } from '#web/test-kit/show.tsx'
import { PasskeyOffer } from './PasskeyOffer.tsx'

const dialog = () => page.getByRole('dialog', { name: 'Sign in faster with a passkey' })
const phone = { id: 2, name: 'Phone', made: 'today', last_used: null, is_synced: true }
const ask = { mayCreate: false, mayAsk: true }

beforeEach(() => {
  vi.spyOn(PublicKeyCredential, 'getClientCapabilities').mockResolvedValue({ conditionalCreate: true })
})

function answerOffer() {
  return answerCalls(({ path }) => {
    if (path === answerPasskeyOffer.path) return { body: { data: { status: 'noted' } } }
    if (path === startPasskey.path) return { body: { data: { options: creationOptions } } }
    return { body: { data: { added: phone, passkeys: [phone] } } }
  })
}

test('the browser creates a passkey automatically, once per tab, and the page says so', async () => {
  const create = createPasskeys()
  answerOffer()
  show(<PasskeyOffer offer={{ mayCreate: true, mayAsk: true }} />)
  await expect.element(page.getByRole('status')).toMatchTextContent('The passkey “Phone” was added.')
  expect(create.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' })
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('where the browser does not, the person is asked and the server notes it', async () => {
  createPasskeys('NotAllowedError')
  const requests = answerOffer()
  show(<PasskeyOffer offer={{ mayCreate: true, mayAsk: true }} />)
  await expect.element(dialog()).toBeVisible()
  expect(sessionStorage.getItem('passkey-tried')).toBe('1')
  expect(requests.at(-1)?.body).toEqual({ answer: 'asked' })
  await expectAccessible()
})

test('someone who accepts creates a passkey at once', async () => {
  createPasskeys()
  answerOffer()
  show(<PasskeyOffer offer={ask} />)
  await dialog().getByRole('button', { name: 'Create' }).click()
  await expect.element(page.getByRole('status')).toMatchTextContent('was added')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test.each([
  ['Not now', ['asked']],
  ['Never ask', ['asked', 'never']],
])('“%s” closes the question and sends %j', async (button, answers) => {
  const requests = answerOffer()
  show(<PasskeyOffer offer={ask} />)
  await dialog().getByRole('button', { name: button }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requests.map(({ body }) => body.answer)).toEqual(answers)
})

test('someone already using the page is not interrupted and not noted as asked', async () => {
  const { promise, resolve } = Promise.withResolvers<Record<string, boolean>>()
  vi.mocked(PublicKeyCredential.getClientCapabilities).mockReturnValue(promise as never)
  const requests = answerOffer()
  show(
    <>
      <input aria-label="First name" />
      <PasskeyOffer offer={{ mayCreate: true, mayAsk: true }} />
    </>,
  )
  await page.getByLabelText('First name').click()
  resolve({ conditionalCreate: false })
  await page.getByLabelText('First name').fill('Joan')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requests).toEqual([])
})
