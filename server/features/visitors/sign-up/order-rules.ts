import * as paymentMessages from '#contract/billing/messages.ts'
import { listingServices } from '#contract/catalogue/listing-services.ts'
import { type Cents, dollarsToCents, formatAmount } from '#contract/catalogue/money.ts'
import { dataServiceKeys, items, type PlanLine, type Quantities, totalOf } from '#contract/catalogue/plan.ts'
import {
  complaintOfAccount,
  complaintOfPackage,
  complaintsOfContents,
  complaintsOfLicences,
  isServiceOffered,
  type Market,
} from '#contract/features/sign-up/legacy-rules.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import { complaintsOfSales } from '#contract/features/sign-up/regions-of-order.ts'
import type { GroupedErrors } from '#contract/wire/call.ts'
import { complaintsOfCard } from '#server/billing/cards/card-form.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { type CustomerForm, quantitiesOfForm, type Submission } from './customer.ts'

/**
 * Errors that a person can correct before anything is charged. The first rule that fails gives the answer.
 */
export function refusalOfOrder(
  form: Submission,
  lines: PlanLine[],
  given: { now: Date; salesCountries: readonly string[] },
): Refused | undefined {
  return (
    refusalOfPlaces(form, given.salesCountries) ??
    refusalOfPlan(form) ??
    refusalOfCard(form, given) ??
    refusalOfTotal(form.total, totalOf(lines))
  )
}

/** The countries we sell to are configuration, which the contract does not know. */
export function refusalOfPlaces(form: CustomerForm, salesCountries: readonly string[]): Refused | undefined {
  const { state, ...ofMarket } = complaintsOfSales(form, salesCountries) ?? {}
  const errors: GroupedErrors = {
    ...(Object.keys(ofMarket).length > 0 && { sign_up_form: ofMarket }),
    ...(state && { customer_form: { state } }),
  }
  return Object.keys(errors).length > 0 ? grouped(errors) : undefined
}

function refusalOfCard(
  form: Submission,
  given: { now: Date; salesCountries: readonly string[] },
): Refused | undefined {
  const errors = complaintsOfCard(form, given)
  return errors ? grouped({ payment_form: errors }) : undefined
}

/** The legacy wizard's rules; its page runs the same ones. */
function refusalOfPlan(form: Submission): Refused | undefined {
  const plan = quantitiesOfForm(form)
  const errors: Record<string, string> = {
    ...(form.wizard === 'legacy' && complaintsOfChoices(plan, form)),
    // One variant of the sign-up sells the one, another the other.
    ...(plan.callme > 0 && plan.mojovoice > 0 && { [items.callme.field]: signUpMessages.callMeOrVoice }),
    // Only the licence variant sends the call-me count, and only there licences are tied to seats.
    ...(form.call_me_feature_count === undefined ? {} : complaintsOfLicences(plan)),
  }
  if (Object.keys(errors).length === 0) return undefined
  return grouped({
    sign_up_form: Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]])),
  })
}

function complaintsOfChoices(
  plan: Quantities,
  form: Extract<Submission, { wizard: 'legacy' }>,
): Record<string, string> {
  const complaint = complaintOfPackage(plan, form.dataAndDialerChoice)
  return {
    ...(complaint && { dataAndDialerChoice: complaint }),
    // The licence variant has rules of its own.
    ...(form.call_me_feature_count === undefined && complaintsOfContents(plan, form.dataAndDialerChoice)),
    ...complaintOfAccount(plan, form.accountType),
    ...complaintsOfMarket(plan, form),
  }
}

/** An order that names no market is not checked against one. */
function complaintsOfMarket(plan: Quantities, market: Market): Record<string, string> {
  if (market.market_country === '') return {}
  const strange = dataServiceKeys.filter(
    (key) => plan[key] > 0 && !isServiceOffered(key, market, listingServices),
  )
  return Object.fromEntries(strange.map((key) => [items[key].field, signUpMessages.serviceNotOffered]))
}

/** The amount charged must be the amount shown. */
function refusalOfTotal(shownDollars: number, total: Cents): Refused | undefined {
  if (Number.isFinite(shownDollars) && dollarsToCents(shownDollars) === total) return undefined
  return refuse('invalid-fields', { errors: paymentMessages.otherTotal(formatAmount(total)) })
}

export function grouped(errors: GroupedErrors): Refused {
  return refuse('invalid-fields', { errors })
}
