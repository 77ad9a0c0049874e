import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Provider } from '#contract/provider/provider.ts'
import { sampleProvider } from '#web/test-kit/provider.ts'
import { left, NOW, showHtml } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  customer,
  EMAIL,
  fillCard,
  fillIn,
  fillPasswords,
  heading,
  openBilling,
  openSignUp,
  PASSWORD,
  payNow,
} from '#web/test-kit/sign-up.ts'
import { signUpContextAnswer, signUpValues } from '#web/test-kit/values-sign-up.ts'
import { SignUpPage } from './SignUpPage.tsx'

const ANALYTICS = 'https://stats.example/collect'
const CONVERSION = 'https://ads.example/convert'
const landing = { single: '1', 'back-url': 'landing' }
const counts = {
  hosted_lead_management_count: 2,
  single_line_power_dialer_count: 0,
  triple_line_power_dialer_count: 2,
  call_recording_feature_count: 2,
  mojo_voice_feature_count: 0,
  neighborhood_search_feature: 0,
  fsbo_data_feature: 0,
  frbo_data_feature: 0,
  reverse_lookup_feature: 1,
  expired_data_feature: 0,
  pre_foreclosure_data_feature: 0,
}

async function pay() {
  fillCard()
  await payNow().click()
  await expect.poll(() => left).toEqual(['/login/?status=registered'])
}

test('calls 5 and 6 carry all the sign-up data [ENT-01..ENT-06, ENT-08..ENT-14, WIR-14..WIR-16, SUP-20]', async () => {
  const calls = answerSignUp()
  await openBilling()
  await pay()
  const signUp = {
    ...counts,
    ...customer,
    same_billing_address: false,
    password: PASSWORD,
    password2: PASSWORD,
    planName: 'custom',
    originPath: '/pricing',
  }
  expect(calls.saved()).toEqual([signUp])
  expect(calls.submitted()).toEqual([
    {
      ...signUp,
      number: '4111-1111-1111-1111',
      holder: 'Dana Whitfield',
      expiration_date_0: '12',
      expiration_date_1: '2028',
      cvv: '123',
      country_code_alpha2: 'US',
      street_address: '500 Market Street',
      locality: 'Mobile',
      region: 'AL',
      postal_code: '36602',
      terms_and_conditions: true,
      total: 397,
      idempotency_key: expect.stringMatching(/^[\w-]{8,64}$/),
      SEONPayload: expect.any(String),
    },
  ])
})

test('a same address is copied by the server [NW2-03, WIR-15]', async () => {
  const calls = answerSignUp()
  await openSignUp(
    { ...customer, same_billing_address: 'true' },
    { single: '1', 'back-url': 'landing/spring' },
  )
  fillPasswords()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  fillIn({
    'Card number': '4111-1111-1111-1111',
    'Card holder name': 'Dana Whitfield',
    'Expiration month': '12',
    'Expiration year': '2028',
    CVV: '123',
  })
  await page.getByLabelText('I have read and accept the terms and conditions').click()
  await payNow().click()
  await expect.poll(() => left).toHaveLength(1)
  expect(calls.submitted()).toMatchObject([
    { same_billing_address: true, street_address: '', locality: '', region: '', postal_code: '' },
  ])
  expect(calls.submitted()).toMatchObject([{ planName: '', originPath: '/landing/spring', total: 99 }])
})

test('call 4 confirms the prices, and the page shows the current ones [WIR-12]', async () => {
  const prices = { ...signUpContextAnswer.prices, HOSTED_LEAD_MANAGEMENT: 12.5 }
  answerSignUp({ context: [{ body: { ...signUpContextAnswer, prices } }] })
  await openSignUp()
  const plan = page.getByRole('complementary')
  await expect.element(plan).toMatchTextContent(/Agent access × 2\$25 \/ mo/)
  await expect.element(plan).toMatchTextContent(/Total Monthly Cost\$402/)
})

test('when call 4 fails, its error is shown and the sign-up continues [WIR-13]', async () => {
  answerSignUp({ context: [{ status: 503, body: { error: 'We are very busy right now.' } }] })
  await openSignUp()
  await expect.element(page.getByRole('alert')).toHaveTextContent('We are very busy right now.')
  await expect.element(button('Next')).toBeEnabled()
})

test('the order describes the device in base64 [EXT-02, EXT-03]', async () => {
  const calls = answerSignUp()
  await openBilling()
  await pay()
  expect(JSON.parse(atob(String(calls.submitted()[0]?.SEONPayload)))).toMatchObject({
    session: expect.stringMatching(/^[\da-f-]{36}$/),
    audio: expect.stringMatching(/./),
    canvas: expect.stringMatching(/./),
    webgl: expect.stringMatching(/./),
  })
})

test.each([
  [
    '`null`',
    `data:text/javascript,window.seon={
      config(options){window.configured=options},getBase64Session(answer){answer(null)}}`,
    '',
  ],
  [
    'a session',
    'data:text/javascript,window.seon={getBase64Session(answer){answer(`c2Vzc2lvbg==`)}}',
    'c2Vzc2lvbg==',
  ],
  ['no script', 'http://127.0.0.1:9/agent.js', ''],
])('an external agent that answers %s does not stop the order [EXT-02, EXT-03]', async (_, url, sent) => {
  const shared = globalThis as { seon?: unknown; configured?: unknown }
  delete shared.seon
  delete shared.configured
  const calls = answerSignUp()
  await openBillingOf({ fraudAgentUrl: url.replace(/\n\s*/g, '') })
  await pay()
  expect(calls.submitted()).toMatchObject([{ SEONPayload: sent }])
  if (url.includes('config('))
    expect(shared.configured).toEqual({
      session_id: expect.stringMatching(/^[\da-f-]{36}$/),
      audio_fingerprint: true,
      canvas_fingerprint: true,
      webgl_fingerprint: true,
    })
})

test('without identifiers events stay on the page [EXT-04..EXT-07, PAY-02]', async () => {
  const events: unknown[] = []
  Object.assign(window, { dataLayer: events })
  const beacon = vi.spyOn(navigator, 'sendBeacon')
  answerSignUp()
  await openBilling()
  await pay()
  expect(events).toEqual([
    { event: 'page_view', page: '/sign-up/step-1' },
    { event: 'sign_up_step', step: 2 },
    { event: 'page_view', page: '/sign-up/step-2' },
    { event: 'Sign Up', total: 397 },
    { event: 'pricing-option-main' },
  ])
  expect(beacon).not.toHaveBeenCalled()
})

test('with identifiers the events and one conversion are sent by beacon [EXT-08, EXT-09, PAY-02, PAY-03]', async () => {
  const beacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
  answerSignUp()
  await openBillingOf({ tracking }, landing)
  await pay()
  const sentTo = (url: string) =>
    beacon.mock.calls.filter(([to]) => to === url).map(([, body]) => JSON.parse(String(body)))
  expect(sentTo(CONVERSION)).toEqual([
    {
      id: 'AW-9',
      email: EMAIL,
      phones: ['+13125550148'],
      first_name: 'Dana',
      last_name: 'Whitfield Moore',
      address: '12 Lake Street',
      city: 'Evanston',
      state: 'IL',
      country: 'US',
      postal_code: '60201',
      total: 99,
    },
  ])
  expect(sentTo(ANALYTICS)).toEqual([
    { id: 'A-8', event: 'page_view', page: '/sign-up/step-1' },
    { id: 'A-8', event: 'sign_up_step', step: 2 },
    { id: 'A-8', event: 'page_view', page: '/sign-up/step-2' },
    { id: 'A-8', event: 'Sign Up', total: 99 },
    { id: 'A-8', event: 'pricing-option-1' },
  ])
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(EMAIL)
})

test.each([
  ['has no beacons', undefined],
  ['fails to send beacons', failToSend],
])('a browser that %s pays', async (_, sendBeacon) => {
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon })
  // Then the prototype's method is used again.
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'sendBeacon'))
  answerSignUp()
  await openBillingOf({ tracking })
  await pay()
})

function failToSend() {
  throw new Error('No beacons here')
}

const tracking: Provider['tracking'] = {
  productionHost: 'ringwell.example',
  production: { analyticsId: 'A-1', adConversionId: 'AW-2' },
  elsewhere: { analyticsId: 'A-8', adConversionId: 'AW-9' },
  analyticsUrl: ANALYTICS,
  adConversionUrl: CONVERSION,
}

/** The billing step of a provider that uses other services. */
async function openBillingOf(services: Partial<Provider>, query: Record<string, string> = landing) {
  localStorage.setItem(
    'sign-up-draft',
    JSON.stringify({ savedOn: new Date().toLocaleDateString('sv-SE'), values: customer }),
  )
  const path = '/sign-up/step-1'
  history.replaceState(null, '', `${path}?${new URLSearchParams(query)}`)
  const provider = { ...sampleProvider, ...services }
  await showHtml(
    <SignUpPage page="sign-up" {...{ values: signUpValues, query, path, provider, now: NOW }} />,
  )()
  fillPasswords()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
}
