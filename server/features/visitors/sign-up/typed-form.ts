import { queryOf } from '#contract/catalogue/plan.ts'
import { backPageOf } from '#contract/provider/plan-builder-url.ts'
import { type CustomerForm, quantitiesOfForm } from './customer.ts'

/** What was typed, under its wire names and with its wizard, without the fields that are stored only as hashes. */
export type TypedForm = ReturnType<typeof typedOf>

export function typedOf(form: CustomerForm) {
  const { password, password2, first_question_answer, second_question_answer, ...typed } = form
  return typed
}

export function firstNameOf(typed: TypedForm): string {
  return typed.wizard === 'new' ? (typed.full_name.split(/\s+/)[0] ?? '') : typed.first_name
}

/** Where to continue: the step before the card, with the plan that was chosen. */
export function addressOfTyped(typed: TypedForm): string {
  if (typed.wizard === 'legacy') return '/sign-up/step-4'
  const query = new URLSearchParams(queryOf(quantitiesOfForm(typed)))
  query.set('back-url', backPageOf(typed.originPath))
  if (typed.planName !== '') query.set('plan-name', typed.planName)
  return `/sign-up/step-1?${query}`
}
