import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp } from '#server/test-kit/sign-ups.ts'

const PRICING = '/site/pricing/'

/** What a URL answers: the redirect target, or the name of the page. */
async function ask(harness: Harness, url: string): Promise<string> {
  const response = await harness.app.inject({ url })
  if (response.statusCode === 302) return String(response.headers.location)
  return /"page":"([a-z-]+)"/.exec(response.body)?.[1] ?? String(response.statusCode)
}

describe.each([
  [
    'auto',
    {
      '/sign-up/': 'legacy-sign-up',
      '/sign-up/step-1': 'legacy-sign-up',
      '/sign-up/step-5': 'legacy-sign-up',
      '/sign-up/step-6': '/sign-up/step-1',
      '/sign-up/step-1?utm=mail': 'legacy-sign-up',
      '/sign-up/step-1?triple=1': 'sign-up',
      '/sign-up/?triple=1': '/sign-up/step-1?triple=1',
      '/sign-up/step-2?triple=1': '/sign-up/step-1?triple=1',
      '/sign-up/step-1?triple=0': PRICING,
      '/sign-up/?plan-name=custom': PRICING,
    },
  ],
  [
    'new',
    {
      '/sign-up/': PRICING,
      '/sign-up/step-1': PRICING,
      '/sign-up/step-3': PRICING,
      '/sign-up/step-1?triple=1': 'sign-up',
    },
  ],
  [
    'legacy',
    {
      '/sign-up/': 'legacy-sign-up',
      '/sign-up/step-1': 'legacy-sign-up',
      '/sign-up/step-1?triple=1': 'legacy-sign-up',
      '/sign-up/step-9?triple=1': '/sign-up/step-1?triple=1',
    },
  ],
])('SIGN_UP_WIZARD=%s', (wizard, answers) => {
  let harness: Harness
  beforeAll(async () => {
    harness = await openHarness({ environment: { SIGN_UP_WIZARD: wizard } })
  })
  afterAll(() => harness.close())

  test.each(Object.entries(answers))('%s answers %s [SUP-01, SUP-18, RTE-09]', async (url, expected) => {
    expect(await ask(harness, url)).toBe(expected)
  })

  test('what is no step is an unknown path, with a plan and without [RTE-01, RTE-09]', async () => {
    const unknown = await harness.app.inject({ url: '/nowhere' })
    for (const step of ['foo', 'foo/', 'step-', 'step-1x', 'step-1x/', 'Step-1', 'resume', 'step-1%0A'])
      for (const plan of ['', '?triple=1']) {
        const { statusCode, headers } = await harness.app.inject({ url: `/sign-up/${step}${plan}` })
        expect([statusCode, headers.location], step + plan).toEqual([302, '/login/'])
        expect(Object.keys(headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted())
      }
  })
})

describe('the legacy page', () => {
  test('knows where to lead without progress, which third step comes first, and which popups are on [L3V-13..L3V-15]', async () => {
    const harness = await openHarness({
      environment: {
        SIGN_UP_WIZARD: 'legacy',
        SIGN_UP_STEP_THREE: 'licences',
        SHOW_SKIP_TRACER_POPUP: 'no',
      },
    })
    const { body } = await harness.app.inject({ url: '/sign-up/' })
    const props = JSON.parse(/id="page-props"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '{}')
    expect(props.values).toMatchObject({
      stepThree: 'licences',
      withoutProgress: '/sign-up/step-1',
      offer: { show_rl_alert_popup: false, show_nhs_alert_popup: true, show_pfcl_alert_popup: true },
    })
    expect(body).toContain('Page is loading ...')
    expect(body).toContain('location.replace("/sign-up/step-1")')
    const step = await harness.app.inject({ url: '/sign-up/step-3' })
    expect(step.body).not.toContain('location.replace')
    await harness.close()
  })

  test('shows and charges what the price list of the server says [L3-33]', async () => {
    const harness = await openHarness()
    await harness.db.run(sql`
      insert into price_lists (valid_from, prices, created_at)
      values (${new Date('2026-11-01')}, ${JSON.stringify({ SINGLE_LINE_POWER_DIALER: 9550 })}, now())`)
    const { body } = await harness.app.inject({ url: '/sign-up/step-1' })
    expect(body).toContain('$95.50 / mo')
    expect(body).toContain('$105.50')
    expect((await send(harness, submitSignUp, goodLegacySignUp({ total: 99 }))).body.errors).toContain(
      '$105.50',
    )
    expect((await send(harness, submitSignUp, goodLegacySignUp({ total: 105.5 }))).status).toBe(200)
    await harness.close()
  })
})
