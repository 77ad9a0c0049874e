import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import { DEFAULT_COUNTRY } from '#contract/catalogue/countries.ts'
import { emptyPlan, itemKeys, items, type Quantities } from '#contract/catalogue/plan.ts'
import { findRegion } from '#contract/catalogue/regions.ts'
import type { saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { howHeard } from '#contract/features/sign-up/options.ts'
import { splitFullName } from '#contract/fields/full-name.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import type { Customer, Secrets } from '#server/billing/orders/sign-up.ts'
import type { Deps } from '#server/deps.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'

export type Submission = ParsedBodyOf<typeof submitSignUp>
export type CustomerForm = ParsedBodyOf<typeof saveUnfinishedSignUp>

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

export function quantitiesOfForm(
  form: Partial<Record<(typeof items)[keyof typeof items]['field'], number | undefined>>,
): Quantities {
  const quantities = emptyPlan()
  for (const key of itemKeys) quantities[key] = form[items[key].field] ?? 0
  return quantities
}

/**
 * A password and two answers: hashed one after the other, so that nobody takes three slots in the hash queue.
 */
export async function hashSecrets(
  { passwords }: Pick<Deps, 'passwords'>,
  form: { password: string; first_question_answer: string; second_question_answer: string },
): Promise<Secrets | Refused> {
  const passwordHash = await passwords.hash(form.password)
  if (isRefused(passwordHash)) return passwordHash
  const firstAnswerHash = await passwords.hash(normalizedAnswer(form.first_question_answer))
  if (isRefused(firstAnswerHash)) return firstAnswerHash
  const secondAnswerHash = await passwords.hash(normalizedAnswer(form.second_question_answer))
  if (isRefused(secondAnswerHash)) return secondAnswerHash
  return { passwordHash, firstAnswerHash, secondAnswerHash }
}

/** Answers are compared ignoring case and spaces: nobody remembers how they typed them. */
function normalizedAnswer(answer: string): string {
  return answer.trim().toLowerCase().replace(/\s+/g, ' ')
}
