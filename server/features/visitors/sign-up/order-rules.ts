import * as paymentMessages from '#contract/billing/messages.ts'
import { listingServices } from '#contract/catalogue/listing-services.ts'
import { type Cents, dollarsToCents, formatAmount } from '#contract/catalogue/money.ts'
import { dataServiceKeys, items, type Quantities } from '#contract/catalogue/plan.ts'
import { complaintsOfSales } from '#contract/features/sign-up/bodies.ts'
import {
  complaintOfAccount,
  complaintOfPackage,
  complaintsOfContents,
  complaintsOfLicences,
  isServiceOffered,
  type Market,
} from '#contract/features/sign-up/legacy-choices.ts'
import * as signUpMessages from '#contract/features/sign-up/messages.ts'
import type { GroupedErrors } from '#contract/wire/call.ts'
import { complaintsOfCard } from '#server/billing/cards/card-form.ts'
import type { Customer } from '#server/billing/orders/sign-up.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import type { PlanChoice, SubmittedSignUp } from './form.ts'

type Given = { now: Date; salesCountries: readonly string[] }

/**
 * Throws what a person can correct before anything is charged. The first rule that fails gives the answer.
 */
export function checkOrder(
  { customer, plan, card, totalDollars }: SubmittedSignUp,
  total: Cents,
  given: Given,
): void {
  checkPlaces(customer, given.salesCountries)
  checkPlan(plan)
  const errors = complaintsOfCard(card, given)
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
    // One variant of the sign-up sells the one, another the other.
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
    // The license variant has rules of its own.
    ...(!isOfLicenses && complaintsOfContents(quantities, legacy.package)),
    ...complaintOfAccount(quantities, legacy.accountType),
    ...complaintsOfMarket(quantities, legacy.market),
  }
}

/** An order that names no market is not checked against one. */
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
