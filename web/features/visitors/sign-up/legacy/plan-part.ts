import type { ItemKey } from '#contract/catalogue/plan.ts'
import type { Choices } from '#contract/features/sign-up/legacy-choices.ts'
import type { FieldErrors } from '#contract/wire/call.ts'

/** The props and events of each part of step three. */
export type PlanPartProps = {
  choices: Choices
  priceOf: (item: ItemKey) => string
  errors: FieldErrors
  onPick: (item: ItemKey, quantity: number) => void
}
