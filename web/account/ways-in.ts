import type { StepUpWay } from '#contract/accounts/factors.ts'
import type { Call } from '#contract/wire/call.ts'
import type { Outcome } from '#web/api.ts'

/** The ways that a refusal for want of step-up names. None if the person has been signed out. */
export function waysIn(outcome: Outcome<Call>): StepUpWay[] | undefined {
  return outcome.kind === 'refused' ? (outcome.said.step_up as StepUpWay[] | undefined) : undefined
}
