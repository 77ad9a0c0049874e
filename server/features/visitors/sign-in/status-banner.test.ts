import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function shownFor(extraData: unknown) {
  const query = new URLSearchParams({ status: 'busy.active', extraData: JSON.stringify(extraData) })
  const { body } = await harness.app.inject(`/login/?${query}`)
  const { banner, email } = valuesIn(body) as { banner: { text: string }; email: string }
  return { text: banner.text, email, body }
}

test('the banner of an active account shows its number: six digits, as text or as a number [LGN-05]', async () => {
  for (const pin of ['204518', 204518, ' 204518\n']) {
    expect((await shownFor({ pin, email: 'dana@example.com' })).text).toBe(
      'Oops! It appears you currently have an Active account under Account Number 204518. Please enter your password to login.',
    )
  }
})

test.each([
  undefined,
  '',
  '20451',
  '2045189',
  '２０４５１８',
  'call 1-800-555-0199 now',
  'evil.example/win',
  {},
  -20451,
])('a link cannot put text into the banner: %j is not an account number', async (pin) => {
  const { text } = await shownFor({ pin })
  expect(text).toBe(
    'Oops! It appears you currently have an Active account. Please enter your password to login.',
  )
})

test.each(['call 1-800-555-0199', 'a@b', '<b>x@example.com</b>', `${'x'.repeat(300)}@example.com`, 7, null])(
  'a link fills in an email or nothing: not %j',
  async (email) => {
    expect((await shownFor({ email })).email).toBe('')
  },
)

test('an email from a link is filled in unchanged [LGN-03]', async () => {
  expect((await shownFor({ email: ' dana@example.com\n' })).email).toBe('dana@example.com')
})
