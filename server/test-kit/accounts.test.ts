import { expect, onTestFinished, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { leaveFree } from './account-numbers.ts'
import { addAccount } from './accounts.ts'
import { freshEmail, freshIp } from './fresh.ts'
import { openHarness } from './harness.ts'
import { send } from './send.ts'
import { goodSignUp } from './sign-ups.ts'

test('a test account skips numbers already drawn by a sign-up', async () => {
  const harness = await openHarness()
  onTestFinished(() => harness.close())
  const { pin } = await addAccount(harness.db, { email: freshEmail() })
  const next = String(Number(pin) + 1)
  await leaveFree(harness.db, next)
  const { body } = await send(harness, submitSignUp, goodSignUp(), { address: freshIp() })
  expect(body).toMatchObject({ data: { pin: next } })
  expect(await addAccount(harness.db, { email: freshEmail() })).toMatchObject({
    pin: String(Number(pin) + 2),
  })
})
