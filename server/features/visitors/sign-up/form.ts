import * as paymentMessages from '#contract/billing/messages.ts'
import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import { DEFAULT_COUNTRY } from '#contract/catalogue/countries.ts'
import { listingServices } from '#contract/catalogue/listing-services.ts'
import { type Cents, dollarsToCents, formatAmount } from '#contract/catalogue/money.ts'
import { dataServiceKeys, emptyPlan, itemKeys, items, type Quantities } from '#contract/catalogue/plan.ts'
import { findRegion } from '#contract/catalogue/regions.ts'
import { complaintsOfSales } from '#contract/features/sign-up/bodies.ts'
import type { saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import {
  complaintOfAccount,
  complaintOfPackage,
  complaintsOfContents,
  complaintsOfLicences,
  isServiceOffered,
  type Market,
} from '#contract/features/sign-up/legacy-choices.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import { type AccountType, howHeard, type Package } from '#contract/features/sign-up/options.ts'
import { splitFullName } from '#contract/fields/person.ts'
import type { GroupedErrors, ParsedBodyOf } from '#contract/wire/call.ts'
import { cutTo, oneLine } from '#contract/wire/plain-text.ts'
import { cardOfForm, complaintsOfCard } from '#server/billing/cards/card-form.ts'
import type { Customer, Secrets } from '#server/billing/orders/sign-up.ts'
import type { Passwords } from '#server/identity/passwords.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { CardDetails } from '#server/ports/payments.ts'

type Submission = ParsedBodyOf<typeof submitSignUp>
export type CustomerForm = ParsedBodyOf<typeof saveUnfinishedSignUp>

/** The purchase, and the legacy wizard's additional answers. */
export type PlanChoice = {
  quantities: Quantities
  /** Only the license variant sends the call-me count, and only it ties licenses to seats. */
  isOfLicenses: boolean
  legacy?: { package: Package | undefined; accountType: AccountType | undefined; market: Market }
}

/** The parts of a sign-up to be paid. After this, nothing reads the form. */
export type SubmittedSignUp = {
  key: string
  /** Recognizes a repeat: everything but the card and the device fingerprint. */
  request: unknown
  customer: Customer
  secrets: TypedSecrets
  plan: PlanChoice
  card: CardDetails
  totalDollars: number
  device: { fingerprint: string; id: string }
}

export function partsOf(form: Submission): SubmittedSignUp {
  return {
    key: form.idempotency_key,
    request: requestOf(form),
    customer: customerOf(form),
    secrets: form,
    plan: planOf(form),
    card: cardOf(form),
    totalDollars: form.total,
    device: { fingerprint: form.SEONPayload, id: deviceIn(form.SEONPayload) },
  }
}

function requestOf(form: Submission) {
  const {
    number,
    cvv,
    holder,
    expiration_date_0,
    expiration_date_1,
    SEONPayload,
    idempotency_key,
    wizard,
    ...request
  } = form
  return Object.entries(request).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** The two wizards send different forms; both are converted to one Customer here. */
export function customerOf(form: CustomerForm): Customer {
  const region = findRegion(form.state)
  const common = {
    email: form.email,
    company: form.company,
    mobilePhone: form.mobile_phone,
    address: form.address,
    city: form.city,
    state: form.state,
    zipCode: form.zip_code,
    country: region?.country ?? DEFAULT_COUNTRY,
    industry: form.industry,
    wizard: form.wizard,
    firstQuestion: Number(form.first_security_question),
    secondQuestion: Number(form.second_security_question),
  }
  if (form.wizard === 'new') {
    return {
      ...common,
      ...splitFullName(form.full_name),
      officePhone: '',
      howHeard: [form.howDidYouHearAboutUs],
      howHeardOther: '',
      timeZone: region?.timeZone ?? DEFAULT_TIME_ZONE,
      marketCountry: '',
      marketState: '',
      mls: '',
    }
  }
  const heard = (Object.keys(howHeard) as (keyof typeof howHeard)[]).filter((name) => form[name])
  return {
    ...common,
    firstName: form.first_name,
    lastName: form.last_name,
    officePhone: form.phone,
    howHeard: heard.map((name) => howHeard[name]),
    howHeardOther: form.other,
    timeZone: form.time_zone,
    marketCountry: form.market_country,
    marketState: form.market_state,
    mls: form.mls,
  }
}

function planOf(form: Submission): PlanChoice {
  const plan = { quantities: quantitiesOf(form), isOfLicenses: form.call_me_feature_count !== undefined }
  if (form.wizard === 'new') return plan
  const { dataAndDialerChoice, accountType } = form
  return { ...plan, legacy: { package: dataAndDialerChoice, accountType, market: form } }
}

export function quantitiesOf(
  form: Partial<Record<(typeof items)[keyof typeof items]['field'], number | undefined>>,
): Quantities {
  const quantities = emptyPlan()
  for (const key of itemKeys) quantities[key] = form[items[key].field] ?? 0
  return quantities
}

function cardOf(form: Submission): CardDetails {
  const same = form.same_billing_address
  return cardOfForm(form, {
    street: same ? form.address : form.street_address,
    city: same ? form.city : form.locality,
    region: same ? form.state : form.region,
    postalCode: same ? form.zip_code : form.postal_code,
  })
}

/** The device id from our own agent's payload. Anyone may send garbage, which yields no device. */
function deviceIn(fingerprint: string): string {
  try {
    const { device } = JSON.parse(Buffer.from(fingerprint, 'base64').toString('utf8')) as { device?: unknown }
    return typeof device === 'string' ? oneLine(cutTo(device, 100)) : ''
  } catch {
    return ''
  }
}

type TypedSecrets = { password: string; first_question_answer: string; second_question_answer: string }

/** A password and two answers: hashed one after the other, so that nobody takes three slots in the hash queue. */
export async function hashSecrets(passwords: Pick<Passwords, 'hash'>, typed: TypedSecrets): Promise<Secrets> {
  const hash = async (secret: string) => {
    const hashed = await passwords.hash(secret)
    if (isRefused(hashed)) throw hashed
    return hashed
  }
  return {
    passwordHash: await hash(typed.password),
    firstAnswerHash: await hash(normalizedAnswer(typed.first_question_answer)),
    secondAnswerHash: await hash(normalizedAnswer(typed.second_question_answer)),
  }
}

/** Answers are compared ignoring case and spaces: nobody remembers how they typed them. */
function normalizedAnswer(answer: string): string {
  return answer.trim().toLowerCase().replace(/\s+/g, ' ')
}

type FormContext = { now: Date; salesCountries: readonly string[] }

/** Throws for what a person can correct before anything is charged. The first failing rule answers. */
export function checkOrder(
  { customer, plan, card, totalDollars }: SubmittedSignUp,
  total: Cents,
  context: FormContext,
): void {
  checkPlaces(customer, context.salesCountries)
  checkPlan(plan)
  const errors = complaintsOfCard(card, context)
  if (errors) throw grouped({ payment_form: errors })
  checkTotal(totalDollars, total)
}

/** The countries we sell to are configuration, which the contract does not know. */
export function checkPlaces(customer: Customer, salesCountries: readonly string[]): void {
  const { state, ...ofMarket } = complaintsOfSales(customer, salesCountries) ?? {}
  const errors: GroupedErrors = {
    ...(Object.keys(ofMarket).length > 0 && { sign_up_form: ofMarket }),
    ...(state && { customer_form: { state } }),
  }
  if (Object.keys(errors).length > 0) throw grouped(errors)
}

/** The legacy wizard's rules; its page runs the same ones. */
function checkPlan({ quantities, isOfLicenses, legacy }: PlanChoice): void {
  const errors: Record<string, string> = {
    ...(legacy && complaintsOfChoices(quantities, isOfLicenses, legacy)),
    // Each variant of the sign-up sells one of the two.
    ...(quantities.callme > 0 &&
      quantities.mojovoice > 0 && { [items.callme.field]: signUpMessages.callMeOrVoice }),
    ...(isOfLicenses && complaintsOfLicences(quantities)),
  }
  if (Object.keys(errors).length === 0) return
  throw grouped({
    sign_up_form: Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]])),
  })
}

function complaintsOfChoices(
  quantities: Quantities,
  isOfLicenses: boolean,
  legacy: NonNullable<PlanChoice['legacy']>,
): Record<string, string> {
  const complaint = complaintOfPackage(quantities, legacy.package)
  return {
    ...(complaint && { dataAndDialerChoice: complaint }),
    // The license variant has its own rules.
    ...(!isOfLicenses && complaintsOfContents(quantities, legacy.package)),
    ...complaintOfAccount(quantities, legacy.accountType),
    ...complaintsOfMarket(quantities, legacy.market),
  }
}

/** An order without a market is not checked against one. */
function complaintsOfMarket(quantities: Quantities, market: Market): Record<string, string> {
  if (market.market_country === '') return {}
  const strange = dataServiceKeys.filter(
    (key) => quantities[key] > 0 && !isServiceOffered(key, market, listingServices),
  )
  return Object.fromEntries(strange.map((key) => [items[key].field, signUpMessages.serviceNotOffered]))
}

/** The amount charged must be the amount shown. */
function checkTotal(shownDollars: number, total: Cents): void {
  if (Number.isFinite(shownDollars) && dollarsToCents(shownDollars) === total) return
  throw refuse('invalid-fields', { errors: paymentMessages.otherTotal(formatAmount(total)) })
}

export function grouped(errors: GroupedErrors): Refused {
  return refuse('invalid-fields', { errors })
}
