import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { requestPasswordReset } from '#contract/features/password-reset/calls.ts'
import { findAccounts } from '#contract/features/sign-in/calls.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ works: true })
})
afterAll(() => harness.close())

const alikeOf = (email: string) => email.replace('vi', 'v\u0130')

test('nobody signs up with an email that lower case turns into the email of another person', async () => {
  const email = alikeOf(`vi${freshEmail()}`)
  const refused = await send(harness, submitSignUp, goodSignUp({ email, confirmEmail: email }), {
    address: freshIp(),
  })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('Enter a valid email address'),
  ])
})

test('whoever did so with an earlier release neither gets the links of that person nor is in their list', async () => {
  const email = `vi${freshEmail()}`
  await addAccount(harness.db, { email: alikeOf(email) })
  await addAccount(harness.db, { email })
  const found = await send(harness, findAccounts, { email }, { address: freshIp() })
  // It lists accounts only if there are several.
  expect(found.body).toEqual({ login_data_list: [] })
  await send(harness, requestPasswordReset, { email }, { address: freshIp() })
  await vi.waitFor(async () => {
    const mails = await harness.db.many(sql`select recipient from mails where purpose = 'password-reset'`)
    expect(mails).toEqual([{ recipient: email }])
  }, 10_000)
})
