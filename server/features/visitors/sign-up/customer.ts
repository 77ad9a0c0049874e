import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import { DEFAULT_COUNTRY } from '#contract/catalogue/countries.ts'
import { emptyPlan, itemKeys, items, type Quantities } from '#contract/catalogue/plan.ts'
import { findRegion } from '#contract/catalogue/regions.ts'
import type { saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { howHeard } from '#contract/features/sign-up/options.ts'
import { splitFullName } from '#contract/fields/full-name.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'

export type Submission = ParsedBodyOf<typeof submitSignUp>
export type CustomerForm = ParsedBodyOf<typeof saveUnfinishedSignUp>

/** Who signs up, in our own words: what an account is made from. It never holds a card or a password. */
export type Customer = {
  email: string
  firstName: string
  lastName: string
  company: string
  mobilePhone: string
  officePhone: string
  address: string
  city: string
  state: string
  zipCode: string
  country: string
  industry: string
  howHeard: string[]
  howHeardOther: string
  timeZone: string
  marketCountry: string
  marketState: string
  mls: string
  firstQuestion: number
  secondQuestion: number
}

export type Secrets = { passwordHash: string; firstAnswerHash: string; secondAnswerHash: string }

/** The two wizards ask in two ways; from here on there is one customer. */
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
    firstQuestion: Number(form.first_security_question),
    secondQuestion: Number(form.second_security_question),
  }
  if ('full_name' in form) {
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

export function quantitiesOfForm(
  form: Partial<Record<(typeof items)[keyof typeof items]['field'], number | undefined>>,
): Quantities {
  const quantities = emptyPlan()
  for (const key of itemKeys) quantities[key] = form[items[key].field] ?? 0
  return quantities
}

/** Answers are compared without regard to case and spaces: nobody remembers how they typed them. */
export function normalizedAnswer(answer: string): string {
  return answer.trim().toLowerCase().replace(/\s+/g, ' ')
}
