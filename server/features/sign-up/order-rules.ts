import type { GroupedErrors } from '#contract/calls/call.ts'
import { isCardNumber } from '#contract/card-number.ts'
import { listCountries } from '#contract/countries.ts'
import * as messages from '#contract/messages.ts'
import { type Cents, dollarsToCents, formatAmount } from '#contract/money.ts'
import { dataServiceKeys, type PlanLine, type Quantities, totalOf } from '#contract/plan.ts'
import { type Refused, refuse } from '../../refusal.ts'
import { quantitiesOfForm, type Submission } from './customer.ts'

const countries = new Set(listCountries().map((country) => country.value))

/** What a person can mend before any money is asked for. The first that speaks is the answer. */
export function refusalOfOrder(form: Submission, lines: PlanLine[], now: Date): Refused | undefined {
  return refusalOfPlan(form) ?? refusalOfCard(form, now) ?? refusalOfTotal(form.total, totalOf(lines))
}

function refusalOfCard(form: Submission, now: Date): Refused | undefined {
  const errors: Record<string, string[]> = {}
  if (!isCardNumber(form.number)) errors.number = [messages.cardNumberWrong]
  if (hasExpired(Number(form.expiration_date_0), Number(form.expiration_date_1), now)) {
    errors.expiration_date_0 = [messages.cardExpired]
  }
  if (!countries.has(form.country_code_alpha2)) errors.country_code_alpha2 = [messages.notAChoice]
  return Object.keys(errors).length > 0 ? grouped({ payment_form: errors }) : undefined
}

/** A card is good to the end of its month, wherever on earth that comes last. */
function hasExpired(month: number, year: number, now: Date): boolean {
  const endOfMonthInTheLastTimeZone = Date.UTC(year, month, 1, 12)
  return now.getTime() >= endOfMonthInTheLastTimeZone
}

function refusalOfPlan(form: Submission): Refused | undefined {
  const plan = quantitiesOfForm(form)
  const complaint = 'full_name' in form ? undefined : complaintOfPackage(plan, form.dataAndDialerChoice)
  if (complaint) return grouped({ sign_up_form: { dataAndDialerChoice: [complaint] } })
  return form.call_me_feature_count === undefined ? undefined : refusalOfLicences(plan)
}

function complaintOfPackage(plan: Quantities, choice: string): string | undefined {
  const hasDialer = plan.single + plan.triple > 0
  const hasService = dataServiceKeys.some((key) => plan[key] > 0)
  if (choice !== 'data' && !hasDialer) return messages.chooseDialer
  return choice !== 'dialer' && !hasService ? messages.chooseDataService : undefined
}

/** Only the licence variant sends the call-me count, and only there licences are tied to seats. */
function refusalOfLicences(plan: Quantities): Refused | undefined {
  const errors: Record<string, string[]> = {}
  if (plan.single + plan.triple > plan.lead)
    errors.single_line_power_dialer_count = [messages.moreDialersThanSeats]
  if (plan.callrecording > plan.lead) errors.call_recording_feature_count = [messages.moreRecordingThanSeats]
  if (plan.callme > plan.lead) errors.call_me_feature_count = [messages.moreCallMeThanSeats]
  return Object.keys(errors).length > 0 ? grouped({ sign_up_form: errors }) : undefined
}

/** What is charged is what was shown. */
function refusalOfTotal(shownDollars: number, total: Cents): Refused | undefined {
  if (Number.isFinite(shownDollars) && dollarsToCents(shownDollars) === total) return undefined
  return refuse('invalid-fields', { errors: messages.otherTotal(formatAmount(total)) })
}

export function grouped(errors: GroupedErrors): Refused {
  return refuse('invalid-fields', { errors })
}
