import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { startChoices } from '#contract/features/sign-up/legacy-choices.ts'
import { left } from '#web/test-kit/show.tsx'
import {
  answerSignUp,
  button,
  EMAIL,
  field,
  fillCard,
  fillPasswords,
  form,
  heading,
  openLegacy,
  PASSWORD,
  payNow,
  person,
} from '#web/test-kit/sign-up.ts'

const labels = {
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  mobile_phone: 'Mobile phone',
  phone: 'Office phone (optional)',
  address: 'Street address',
  city: 'City',
  state: 'State',
  zip_code: 'Zip',
  broker: 'Broker',
  coach: 'Coach',
  friend_colleague: 'Friend/Colleague',
  facebook_ad: 'Facebook Ad',
  facebook_group: 'Facebook Group',
  google_search: 'Google Search',
  integration_partner: 'Integration Partner',
  past_client: 'I am a previous client',
  youtube: 'Youtube',
  other_checkbox: 'Other',
  password: 'Account password',
  password2: 'Confirm password',
  time_zone: 'Time zone',
  first_security_question: 'First security question',
  first_question_answer: 'Answer to the first question',
  second_security_question: 'Second security question',
  second_question_answer: 'Answer to the second question',
}

test('step four has the specified fields [L4-02..L4-24]', async () => {
  answerSignUp()
  await openLegacy({ step: 4 })
  for (const [name, label] of Object.entries(labels))
    await expect.element(field(label)).toHaveAttribute('name', name)
  await field('Other').click()
  await expect.element(field('Where from?')).toHaveAttribute('name', 'other')
})

async function payFromPerson() {
  fillPasswords()
  await button('Next').click()
  await expect.element(heading()).toHaveTextContent('Billing')
  fillCard()
  await payNow().click()
  await expect.poll(() => left).toEqual(['/login/?status=registered'])
}

test('calls 5 and 6 carry the input of all five steps [L4-02..L4-24, L5-02..L5-12]', async () => {
  const calls = answerSignUp()
  const { quantities } = startChoices()
  const other = { coach: 'true', other_checkbox: 'true', other: 'A podcast' }
  await openLegacy({
    step: 4,
    choices: { quantities: { ...quantities, single: 0, triple: 1, 'expired-leads': 1, 'skip-tracer': 1 } },
    customer: { ...person, ...other, phone: '3125550149' },
  })
  await payFromPerson()
  const { coach: _, ...texts } = person
  const signUp = {
    email: EMAIL,
    accountType: 'single_user',
    dataAndDialerChoice: 'data_and_dialer',
    industry: 'Real Estate',
    market_country: 'US',
    market_state: 'IL',
    mls: 'midwest-real-estate-data',
    hosted_lead_management_count: 1,
    single_line_power_dialer_count: 0,
    triple_line_power_dialer_count: 1,
    call_recording_feature_count: 0,
    mojo_voice_feature_count: 0,
    neighborhood_search_feature: 0,
    fsbo_data_feature: 0,
    frbo_data_feature: 0,
    reverse_lookup_feature: 1,
    expired_data_feature: 1,
    pre_foreclosure_data_feature: 0,
    ...texts,
    phone: '3125550149',
    broker: false,
    coach: true,
    friend_colleague: false,
    facebook_ad: false,
    facebook_group: false,
    google_search: false,
    integration_partner: false,
    past_client: false,
    youtube: false,
    other_checkbox: true,
    other: 'A podcast',
    password: PASSWORD,
    password2: PASSWORD,
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
      total: 248,
      idempotency_key: expect.stringMatching(/^[\w-]{8,64}$/),
      SEONPayload: expect.any(String),
    },
  ])
})

test('a team pays for the licenses it chose [ENT-07]', async () => {
  const calls = answerSignUp()
  await openLegacy({
    step: 4,
    choices: {
      accountType: 'multi_user',
      stepThree: 'licences',
      quantities: {
        ...startChoices().quantities,
        lead: 5,
        single: 2,
        callrecording: 2,
        callme: 1,
        'neighborhood-search': 1,
        'pre-foreclosures': 1,
      },
    },
    customer: person,
  })
  await payFromPerson()
  expect(calls.submitted()).toMatchObject([
    {
      accountType: 'multi_user',
      hosted_lead_management_count: 5,
      single_line_power_dialer_count: 2,
      triple_line_power_dialer_count: 0,
      call_recording_feature_count: 2,
      call_me_feature_count: 1,
      mojo_voice_feature_count: 0,
      neighborhood_search_feature: 1,
      reverse_lookup_feature: 0,
      pre_foreclosure_data_feature: 1,
      total: 406,
    },
  ])
})

test.each([
  ['the password', person, 'except your password, which we never keep. Please choose it again.'],
  [
    'the password and the answers, after a link from a mail,',
    { ...person, first_question_answer: '', second_question_answer: '' },
    'except your password and your security answers, which we never keep in readable form. Please enter them again.',
  ],
])('%s must be typed again, and step four says so', async (_, customer, said) => {
  answerSignUp()
  await openLegacy({ step: 4, stepCompleted: 4, customer: { ...customer, state: '' } })
  await expect.element(page.getByText(`What you entered is still here, ${said}`)).toBeVisible()
  await expect.element(field('First name')).toHaveValue('Dana')
  await expect.element(form().getByLabelText('Coach')).toBeChecked()
  await expect.element(field('Account password')).toHaveValue('')
  // Step two suggests it again if the page was left before it was stored.
  await expect.element(field('State')).toHaveValue('IL')
})
