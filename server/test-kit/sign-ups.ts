import type { submitSignUp } from '#contract/features/sign-up/calls.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import { freshEmail } from './fresh.ts'

type Submission = Extract<BodyOf<typeof submitSignUp>, { planName?: unknown }>

let keys = 0

/** A valid sign-up of the new wizard: a triple dialer with the agent access that every plan has. */
export function goodSignUp(changes: Partial<Submission> = {}): Submission {
  const email = freshEmail()
  keys += 1
  return {
    email,
    confirmEmail: changes.email ?? email,
    hosted_lead_management_count: 1,
    triple_line_power_dialer_count: 1,
    full_name: 'Dana Whitfield',
    company: 'North Shore Realty',
    mobile_phone: '3125550148',
    address: '200 Lake Street',
    city: 'Chicago',
    state: 'IL',
    zip_code: '60601',
    industry: 'Real Estate',
    howDidYouHearAboutUs: 'Google Search',
    password: 'password1',
    password2: 'password1',
    first_security_question: '0',
    first_question_answer: 'Chicago',
    second_security_question: '1',
    second_question_answer: 'Paper route',
    number: '4111-1111-1111-1111',
    holder: 'Dana Whitfield',
    expiration_date_0: '12',
    expiration_date_1: '2030',
    cvv: '123',
    country_code_alpha2: 'US',
    same_billing_address: true,
    terms_and_conditions: true,
    total: 149,
    idempotency_key: `key-${process.pid}-${keys}`,
    SEONPayload: '',
    planName: 'custom',
    originPath: '/pricing',
    ...changes,
  }
}

type LegacySubmission = Extract<BodyOf<typeof submitSignUp>, { first_name?: unknown }>

/** A valid sign-up of the legacy wizard: one user with a single line dialer, and nothing else. */
export function goodLegacySignUp(changes: Partial<LegacySubmission> = {}): LegacySubmission {
  const { full_name, confirmEmail, howDidYouHearAboutUs, planName, originPath, ...common } = goodSignUp()
  const { triple_line_power_dialer_count, same_billing_address, ...rest } = common
  return {
    ...rest,
    hosted_lead_management_count: 1,
    single_line_power_dialer_count: 1,
    first_name: 'Dana',
    last_name: 'Whitfield',
    phone: '',
    coach: true,
    time_zone: 'US/Central',
    street_address: '500 Market Street',
    locality: 'Mobile',
    region: 'AL',
    postal_code: '36602',
    total: 99,
    ...changes,
  }
}
