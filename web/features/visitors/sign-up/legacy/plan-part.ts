import type { ItemKey } from '#contract/catalogue/plan.ts'
import type { Choices } from '#contract/features/sign-up/legacy-choices.ts'
import type { FieldErrors } from '#contract/wire/call.ts'

/** What each part of step three draws, and what it tells. */
export type PlanPartProps = {
  choices: Choices
  priceOf: (item: ItemKey) => string
  errors: FieldErrors
  onPick: (item: ItemKey, quantity: number) => void
}
