import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resumeSignUp, saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { makeLink } from '#server/identity/links.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodLegacySignUp, goodSignUp } from '#server/test-kit/sign-ups.ts'

const PRICING = '/site/pricing/'

/** What a URL answers: the redirect target, or the name of the page. */
async function ask(harness: Harness, url: string, cookie = ''): Promise<string> {
  const response = await harness.app.inject({ url, headers: { cookie } })
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

  test('an unknown step is an unknown path, with and without a plan [RTE-01, RTE-09]', async () => {
    const unknown = await harness.app.inject({ url: '/nowhere' })
    for (const step of ['foo', 'foo/', 'step-', 'step-1x', 'step-1x/', 'Step-1', 'resume', 'step-1%0A'])
      for (const plan of ['', '?triple=1']) {
        const { statusCode, headers } = await harness.app.inject({ url: `/sign-up/${step}${plan}` })
        expect([statusCode, headers.location], step + plan).toEqual([302, '/login/'])
        expect(Object.keys(headers).toSorted()).toEqual(Object.keys(unknown.headers).toSorted())
      }
  })
})

describe('a sign-up continued by its link opens its own wizard, whatever the current setting', () => {
  /** Begins a sign-up, uses its link, and returns where it leads and the browser's cookies. */
  async function resumed(harness: Harness, form: ReturnType<typeof goodSignUp | typeof goodLegacySignUp>) {
    const begun = await send(harness, saveUnfinishedSignUp, form, { address: freshIp() })
    expect(begun.status).toBe(200)
    const link = { purpose: 'resume-sign-up', subject: { email: form.email }, lastsMs: DAY } as const
    const linkToken = await makeLink(harness.db, link, harness.clock.now())
    const back = await send(harness, resumeSignUp, {}, { parts: { linkToken }, address: freshIp() })
    const { address } = (back.body as { data: { address: string } }).data
    const cookie = Object.entries(back.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    return { address, cookie }
  }

  test('the new one, if only the legacy one is enabled', async () => {
    const harness = await openHarness({ environment: { SIGN_UP_WIZARD: 'legacy' } })
    const { address, cookie } = await resumed(harness, goodSignUp())
    expect(address).toMatch('/sign-up/step-1?triple=1')
    expect(await ask(harness, address, cookie)).toBe('sign-up')
    expect(await ask(harness, address)).toBe('legacy-sign-up')
    expect(await ask(harness, '/sign-up/step-1', cookie)).toBe('legacy-sign-up')
    await harness.close()
  })

  test('the legacy one, if only the new one is enabled', async () => {
    const harness = await openHarness({ environment: { SIGN_UP_WIZARD: 'new' } })
    const { address, cookie } = await resumed(harness, goodLegacySignUp())
    expect(address).toBe('/sign-up/step-4')
    for (const step of [address, '/sign-up/step-5', '/sign-up/'])
      expect(await ask(harness, step, cookie)).toBe('legacy-sign-up')
    expect(await ask(harness, address)).toBe(PRICING)
    expect(await ask(harness, '/sign-up/step-1?triple=1', cookie)).toBe('sign-up')
    await harness.close()
  })

  test('a link opens only the wizard of its sign-up', async () => {
    const harness = await openHarness({ environment: { SIGN_UP_WIZARD: 'legacy' } })
    const { cookie } = await resumed(harness, goodLegacySignUp())
    expect(await ask(harness, '/sign-up/step-1?triple=1', cookie)).toBe('legacy-sign-up')
    await harness.close()
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

  test("shows and charges the server's price list [L3-33]", async () => {
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
