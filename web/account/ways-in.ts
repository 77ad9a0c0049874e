import type { StepUpWay } from '#contract/accounts/factors.ts'
import type { Call } from '#contract/wire/call.ts'
import type { Outcome } from '#web/api.ts'

/** The ways named by a refusal for lack of step-up. None if the person has been signed out. */
export function waysIn(outcome: Outcome<Call>): StepUpWay[] | undefined {
  return outcome.kind === 'refused' ? (outcome.body.step_up as StepUpWay[] | undefined) : undefined
}
