import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const alikeOf = (email: string) => email.replace('vi', 'v\u0130')

test("nobody signs up with an email that lower-cases to another person's", async () => {
  const email = alikeOf(`vi${freshEmail()}`)
  const refused = await send(harness, submitSignUp, goodSignUp({ email, confirmEmail: email }), {
    address: freshIp(),
  })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('Enter a valid email address'),
  ])
})

test('the database stores no such email for a person', async () => {
  const refused = addAccount(harness.db, { email: alikeOf(`vi${freshEmail()}`) })
  await expect(refused).rejects.toThrow('email_has_capitals_of_ascii')
})
