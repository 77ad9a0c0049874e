import {
  type Choices,
  complaintOfChoices,
  isDataAbroad,
  type Offer,
  type StepThree,
} from './legacy-choices.ts'

/** Progress of a legacy sign-up. */
export type Progress = { choices: Choices; stepCompleted: number }

export type StepNumber = 1 | 2 | 3 | 4 | 5
/** A step; the third has two variants. Each has its own URL. */
export type LegacyStep = 'step-1' | 'step-2' | 'step-3' | 'licences' | 'step-4' | 'step-5'

const ROOT = '/sign-up/'

/** The session storage key of the progress. */
export const PROGRESS_KEY = 'sign-up-progress'

export function pathOfStep(step: LegacyStep): string {
  return step === 'licences' ? ROOT : `${ROOT}${step}`
}

export function stepNumberOf(step: LegacyStep): StepNumber {
  return step === 'licences' ? 3 : (Number(step.slice(-1)) as StepNumber)
}

export function thirdStep(stepThree: StepThree): LegacyStep {
  return stepThree === 'licences' ? 'licences' : 'step-3'
}

/** Which step a path means; without one, the first. */
export function stepIn(path: string): LegacyStep {
  if (path === ROOT) return 'licences'
  const [, number = '1'] = /step-([1-5])\/?$/.exec(path) ?? []
  return `step-${number}` as LegacyStep
}

/** Guards the steps: a step whose predecessors are not completed redirects to the first. */
export function openStep(asked: LegacyStep, completed: number): LegacyStep {
  return completed >= stepNumberOf(asked) - 1 ? asked : 'step-1'
}

/** A step counts as completed only while its answers are still valid. */
export function completedSteps({ choices, stepCompleted }: Progress, offer: Offer): number {
  if (isDataAbroad(choices)) return Math.min(stepCompleted, 1)
  return complaintOfChoices(choices, offer) ? Math.min(stepCompleted, 2) : stepCompleted
}
