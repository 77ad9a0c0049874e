import * as z from 'zod/mini'
import { isListingOf } from '#contract/catalogue/listing-services.ts'
import { planShape } from '#contract/catalogue/plan-shape.ts'
import { findRegion, isRegionOf, regions } from '#contract/catalogue/regions.ts'
import * as cardFields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import type { FieldErrors, FormGroup } from '#contract/wire/call.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { checkbox, exact, formChecks, note, optionalText, shownDollars, text } from '#contract/wire/schema.ts'
import * as signUpFields from './fields.ts'
import * as signUpMessages from './messages.ts'
import {
  accountTypes,
  billingRules,
  FINGERPRINT_AT_MOST,
  howHeard,
  legacyCustomerRules,
  newCustomerRules,
  packages,
} from './options.ts'

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

const newForms = {
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

const legacyForms = {
  emails_form: { email: text(personFields.email) },
  sign_up_form: {
    ...planShape,
    industry: text(signUpFields.industry),
    /** If present, the rules of the account type and the package also apply. */
    accountType: z.optional(z.enum(accountTypes, { error: ruleMessages.notAChoice })),
    dataAndDialerChoice: z.optional(
      z.enum(Object.keys(packages) as (keyof typeof packages)[], {
        error: ruleMessages.notAChoice,
      }),
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

/** While the address above is also the billing address, nobody sees these: whatever they hold is ignored. */
const ignored = z.pipe(
  z.optional(z.unknown()),
  z.transform((): string => ''),
)
const hiddenAddressShape = {
  street_address: ignored,
  locality: ignored,
  region: ignored,
  postal_code: ignored,
} satisfies Record<keyof typeof billingAddressShape, object>

const newPaymentForm = {
  ...cardShape,
  holder: text(cardFields.cardHolderOfNewWizard),
  ...billingAddressShape,
}
const legacyPaymentForm = { ...cardShape, holder: text(cardFields.cardHolder), ...billingAddressShape }

/** Which form a field belongs to, so that a refusal can open the step where the field is corrected. */
export const formOf = new Map<string, FormGroup>(
  [newForms, legacyForms, { payment_form: { ...newPaymentForm } }].flatMap((forms) =>
    Object.entries(forms).flatMap(([form, shape]) =>
      Object.keys(shape).map((name): [string, FormGroup] => [name, form as FormGroup]),
    ),
  ),
)

/** Dependent lists: the choice in one decides the options of the other. */
const marketRegionRules: readonly FormRule[] = [
  {
    kind: 'holds',
    shownAt: 'market_state',
    message: ruleMessages.notAChoice,
    holds: ({ market_country, market_state }) =>
      market_state === '' ||
      (findRegion(String(market_state)) !== undefined &&
        (market_country === '' || isRegionOf(market_country, market_state))),
  },
  {
    kind: 'holds',
    shownAt: 'mls',
    message: ruleMessages.notAChoice,
    holds: ({ market_state, mls }) => mls === undefined || mls === '' || isListingOf(market_state, mls),
  },
]

const billingRegionRules: readonly FormRule[] = [
  {
    kind: 'holds',
    shownAt: 'region',
    message: ruleMessages.notAChoice,
    holds: ({ same_billing_address, country_code_alpha2, region }) =>
      same_billing_address === true || region === '' || isRegionOf(country_code_alpha2, region),
  },
  {
    kind: 'holds',
    shownAt: 'country_code_alpha2',
    message: signUpMessages.otherBillingCountry,
    holds: ({ same_billing_address, country_code_alpha2, state }) =>
      same_billing_address !== true ||
      findRegion(String(state)) === undefined ||
      isRegionOf(country_code_alpha2, state),
  },
]

const newCustomer = z.object({ ...newForms.emails_form, ...newForms.sign_up_form, ...newForms.customer_form })
const legacyCustomer = z.object({
  ...legacyForms.emails_form,
  ...legacyForms.sign_up_form,
  ...legacyForms.customer_form,
})

const orderShape = {
  /** In dollars, as shown to the customer. */
  total: shownDollars(ruleMessages.required),
  idempotency_key: z
    .string({ error: ruleMessages.required })
    .check(z.minLength(8, ruleMessages.minLength(8)), z.maxLength(64, ruleMessages.maxLength(64))),
  SEONPayload: exact(FINGERPRINT_AT_MOST, 'The device and browser fingerprint, base64'),
}

const originShape = {
  planName: note(200, 'The plan by name'),
  originPath: note(200, 'The page where the plan was built'),
}
const newOrder = { ...newCustomer.shape, ...newPaymentForm, ...orderShape, ...originShape }
const legacyOrder = { ...legacyCustomer.shape, ...legacyPaymentForm, ...orderShape }

const legacyRules = legacyCustomerRules('broker')

/** The bodies of call 5 by wizard, with what is needed to resume the sign-up. */
export const unfinished = {
  new: tagged(
    'new',
    z
      .object({ ...newCustomer.shape, ...originShape, same_billing_address: checkbox() })
      .check(...formChecks(newCustomerRules)),
  ),
  legacy: tagged('legacy', legacyCustomer.check(...formChecks([...legacyRules, ...marketRegionRules]))),
}

const newOrderChecks = formChecks([...newCustomerRules, ...billingRules, ...billingRegionRules])
const legacyOrderChecks = formChecks([
  ...legacyRules,
  ...billingRules,
  ...marketRegionRules,
  ...billingRegionRules,
])

/** The bodies of call 6. */
export const submitted = {
  new: tagged('new', z.object(newOrder).check(...newOrderChecks)),
  legacy: tagged('legacy', z.object(legacyOrder).check(...legacyOrderChecks)),
}

const submittedWithoutAddress = {
  new: tagged('new', z.object({ ...newOrder, ...hiddenAddressShape }).check(...newOrderChecks)),
  legacy: tagged('legacy', z.object({ ...legacyOrder, ...hiddenAddressShape }).check(...legacyOrderChecks)),
}

/** The one that fits a request. */
export function submittedBy(raw: Record<string, unknown>) {
  const isSame = checkbox().safeParse(raw.same_billing_address).data === true
  return (isSame ? submittedWithoutAddress : submitted)[wizardOf(raw)]
}

export type Wizard = 'new' | 'legacy'

/** Which wizard sent a body. The wire has no explicit marker; only the name fields differ. */
export function wizardOf(raw: object): Wizard {
  return 'full_name' in raw ? 'new' : 'legacy'
}

/** Tags a parsed body with its wizard. */
function tagged<Kind extends Wizard, Body extends z.ZodMiniType<object>>(wizard: Kind, body: Body) {
  return z.pipe(
    body,
    z.transform((form: z.output<Body>) => ({ ...form, wizard })),
  )
}

/** Addresses and markets must be in countries we sell to. The card's country is checked with the card. */
export function complaintsOfSales(
  { state, marketCountry, marketState }: { state: string; marketCountry: string; marketState: string },
  salesCountries: readonly string[],
): FieldErrors | undefined {
  const isSoldIn = (region: string) => salesCountries.includes(findRegion(region)?.country ?? '')
  const errors: FieldErrors = {
    ...(!isSoldIn(state) && { state: [ruleMessages.notAChoice] }),
    ...(marketCountry !== '' &&
      !salesCountries.includes(marketCountry) && { market_country: [ruleMessages.notAChoice] }),
    ...(marketState !== '' && !isSoldIn(marketState) && { market_state: [ruleMessages.notAChoice] }),
  }
  return Object.keys(errors).length > 0 ? errors : undefined
}
