import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const submit = (form: ReturnType<typeof goodSignUp> | ReturnType<typeof goodLegacySignUp>) =>
  send(harness, submitSignUp, form, { address: freshIp() })

test('a package without dialers has no dialer add-ons', async () => {
  const data = {
    dataAndDialerChoice: 'data',
    single_line_power_dialer_count: 0,
    fsbo_data_feature: 1,
  } as const
  const { status, body } = await submit(
    goodLegacySignUp({ ...data, call_recording_feature_count: 5, mojo_voice_feature_count: 1, total: 190 }),
  )
  expect([status, body.errors]).toEqual([
    400,
    {
      sign_up_form: {
        call_recording_feature_count: [messages.noAddOnsInPackage],
        mojo_voice_feature_count: [messages.noAddOnsInPackage],
      },
    },
  ])
  expect((await submit(goodLegacySignUp({ ...data, total: 10 + 25 }))).status).toBe(200)
})

test('call me and voice are never sold together [GEN-07]', async () => {
  const { status, body } = await submit(
    goodSignUp({ call_me_feature_count: 1, mojo_voice_feature_count: 1, total: 209 }),
  )
  expect([status, body.errors]).toEqual([
    400,
    { sign_up_form: { call_me_feature_count: [messages.callMeOrVoice] } },
  ])
})
