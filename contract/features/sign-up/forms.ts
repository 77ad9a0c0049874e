import * as z from 'zod/mini'
import { planShape } from '#contract/catalogue/plan-shape.ts'
import { regions } from '#contract/catalogue/regions.ts'
import * as cardFields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import type { FormGroup } from '#contract/wire/call.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { checkbox, note, optionalText, text } from '#contract/wire/schema.ts'
import * as signUpFields from './fields.ts'
import { accountTypes, howHeard, packages } from './options.ts'

const securityShape = {
  first_security_question: text(signUpFields.firstSecurityQuestion),
  first_question_answer: text(signUpFields.firstQuestionAnswer),
  second_security_question: text(signUpFields.secondSecurityQuestion),
  second_question_answer: text(signUpFields.secondQuestionAnswer),
}

const passwordsShape = {
  password: text(signUpFields.accountPassword),
  password2: text(signUpFields.confirmPassword),
}

const addressShape = {
  address: text(personFields.address),
  city: text(personFields.city),
  state: text({ ...personFields.state, options: regions }),
  zip_code: text(personFields.zipCode),
}

export const newForms = {
  emails_form: { email: text(personFields.email), confirmEmail: text(signUpFields.confirmEmail) },
  sign_up_form: planShape,
  customer_form: {
    full_name: text(personFields.fullName),
    company: text(personFields.company),
    mobile_phone: text(personFields.mobilePhone),
    ...addressShape,
    industry: text(signUpFields.industry),
    howDidYouHearAboutUs: text(signUpFields.howDidYouHear),
    ...passwordsShape,
    ...securityShape,
  },
} satisfies Partial<Record<FormGroup, object>>

export const legacyForms = {
  emails_form: { email: text(personFields.email) },
  sign_up_form: {
    ...planShape,
    industry: text(signUpFields.industry),
    /** If present, the rules of the account type and the package apply, too. */
    accountType: z.optional(z.enum(accountTypes, { error: messages.notAChoice })),
    dataAndDialerChoice: z.optional(
      z.enum(Object.keys(packages) as (keyof typeof packages)[], { error: messages.notAChoice }),
    ),
    market_country: optionalText(cardFields.country),
    market_state: optionalText(personFields.state),
    mls: note(120, 'The multiple listing service'),
  },
  customer_form: {
    first_name: text(personFields.firstName),
    last_name: text(personFields.lastName),
    company: text(personFields.company),
    mobile_phone: text(personFields.mobilePhone),
    phone: text(personFields.officePhone),
    ...addressShape,
    ...(Object.fromEntries(Object.keys(howHeard).map((name) => [name, checkbox()])) as Record<
      keyof typeof howHeard,
      ReturnType<typeof checkbox>
    >),
    other: optionalText(signUpFields.howHeardOther),
    ...passwordsShape,
    time_zone: text(personFields.timeZone),
    ...securityShape,
  },
} satisfies Partial<Record<FormGroup, object>>

const cardShape = {
  number: text(cardFields.cardNumber),
  expiration_date_0: text(cardFields.expirationMonth),
  expiration_date_1: text(cardFields.expirationYear),
  cvv: text(cardFields.cvv),
  country_code_alpha2: text(cardFields.country),
  same_billing_address: checkbox(),
  terms_and_conditions: checkbox(signUpFields.terms),
}

/** Required unless the address above is also the billing address: see the checks on the submission. */
const billingAddressShape = {
  street_address: optionalText(cardFields.billingAddress),
  locality: optionalText(cardFields.billingCity),
  region: optionalText(cardFields.billingRegion),
  postal_code: optionalText(cardFields.billingZip),
}

export const newPaymentForm = {
  ...cardShape,
  holder: text(cardFields.cardHolderOfNewWizard),
  ...billingAddressShape,
}
export const legacyPaymentForm = { ...cardShape, holder: text(cardFields.cardHolder), ...billingAddressShape }

/** Which form a field belongs to, so that a refusal can open the step where the field is corrected. */
export const formOf = new Map<string, FormGroup>(
  [newForms, legacyForms, { payment_form: { ...newPaymentForm } }].flatMap((forms) =>
    Object.entries(forms).flatMap(([form, shape]) =>
      Object.keys(shape).map((name): [string, FormGroup] => [name, form as FormGroup]),
    ),
  ),
)
