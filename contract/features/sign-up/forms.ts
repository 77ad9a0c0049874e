import * as z from 'zod/mini'
import { LEAST_SEATS, MOST_LICENCES } from '#contract/catalogue/plan.ts'
import { regions } from '#contract/catalogue/regions.ts'
import * as fields from '#contract/fields/person.ts'
import { accountTypes, howHeard, packages } from '#contract/options.ts'
import type { FormGroup } from '#contract/wire/call.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { checkbox, count, note, optionalCount, optionalText, service, text } from '#contract/wire/schema.ts'

/** What is bought: the counts and flags of the plan, under their wire names. */
export const planShape = {
  hosted_lead_management_count: count(LEAST_SEATS, MOST_LICENCES),
  single_line_power_dialer_count: count(0, MOST_LICENCES),
  triple_line_power_dialer_count: count(0, MOST_LICENCES),
  call_recording_feature_count: count(0, MOST_LICENCES),
  mojo_voice_feature_count: count(0, MOST_LICENCES),
  /** Only the licence variant sends it; its presence brings that variant's rules. */
  call_me_feature_count: optionalCount(0, MOST_LICENCES),
  neighborhood_search_feature: service(),
  fsbo_data_feature: service(),
  frbo_data_feature: service(),
  reverse_lookup_feature: service(),
  expired_data_feature: service(),
  pre_foreclosure_data_feature: service(),
}

const securityShape = {
  first_security_question: text(fields.firstSecurityQuestion),
  first_question_answer: text(fields.firstQuestionAnswer),
  second_security_question: text(fields.secondSecurityQuestion),
  second_question_answer: text(fields.secondQuestionAnswer),
}

const passwordsShape = {
  password: text(fields.accountPassword),
  password2: text(fields.confirmPassword),
}

const addressShape = {
  address: text(fields.address),
  city: text(fields.city),
  state: text({ ...fields.state, options: regions }),
  zip_code: text(fields.zipCode),
}

export const newForms = {
  emails_form: { email: text(fields.email), confirmEmail: text(fields.confirmEmail) },
  sign_up_form: planShape,
  customer_form: {
    full_name: text(fields.fullName),
    company: text(fields.company),
    mobile_phone: text(fields.mobilePhone),
    ...addressShape,
    industry: text(fields.industry),
    howDidYouHearAboutUs: text(fields.howDidYouHear),
    ...passwordsShape,
    ...securityShape,
  },
} satisfies Partial<Record<FormGroup, object>>

export const legacyForms = {
  emails_form: { email: text(fields.email) },
  sign_up_form: {
    ...planShape,
    industry: text(fields.industry),
    /** Where they are told, their rules hold too. */
    accountType: z.optional(z.enum(accountTypes, { error: messages.notAChoice })),
    dataAndDialerChoice: z.optional(
      z.enum(Object.keys(packages) as (keyof typeof packages)[], { error: messages.notAChoice }),
    ),
    market_country: optionalText(fields.country),
    market_state: optionalText(fields.state),
    mls: note(120, 'The multiple listing service'),
  },
  customer_form: {
    first_name: text(fields.firstName),
    last_name: text(fields.lastName),
    company: text(fields.company),
    mobile_phone: text(fields.mobilePhone),
    phone: text(fields.officePhone),
    ...addressShape,
    ...(Object.fromEntries(Object.keys(howHeard).map((name) => [name, checkbox()])) as Record<
      keyof typeof howHeard,
      ReturnType<typeof checkbox>
    >),
    other: optionalText(fields.howHeardOther),
    ...passwordsShape,
    time_zone: text(fields.timeZone),
    ...securityShape,
  },
} satisfies Partial<Record<FormGroup, object>>

const cardShape = {
  number: text(fields.cardNumber),
  expiration_date_0: text(fields.expirationMonth),
  expiration_date_1: text(fields.expirationYear),
  cvv: text(fields.cvv),
  country_code_alpha2: text(fields.country),
  same_billing_address: checkbox(),
  terms_and_conditions: checkbox(fields.terms),
}

/** Required unless the address above is the billing address: see the check of the submission. */
const billingAddressShape = {
  street_address: optionalText(fields.billingAddress),
  locality: optionalText(fields.billingCity),
  region: optionalText(fields.billingRegion),
  postal_code: optionalText(fields.billingZip),
}

export const newPaymentForm = {
  ...cardShape,
  holder: text(fields.cardHolderOfNewWizard),
  ...billingAddressShape,
}
export const legacyPaymentForm = { ...cardShape, holder: text(fields.cardHolder), ...billingAddressShape }

/** Which form holds a field: a refusal opens the step where it can be mended. */
export const formOf = new Map<string, FormGroup>(
  [newForms, legacyForms, { payment_form: { ...newPaymentForm } }].flatMap((forms) =>
    Object.entries(forms).flatMap(([form, shape]) =>
      Object.keys(shape).map((name): [string, FormGroup] => [name, form as FormGroup]),
    ),
  ),
)
