import {
  type Choices,
  complaintOfChoices,
  isDataAbroad,
  type Offer,
  type StepThree,
} from './legacy-choices.ts'

/** How far a legacy sign-up has come. */
export type Progress = { choices: Choices; stepCompleted: number }

export type StepNumber = 1 | 2 | 3 | 4 | 5
/** A step and, for the third one, its variant: each has an address of its own. */
export type LegacyStep = 'step-1' | 'step-2' | 'step-3' | 'licences' | 'step-4' | 'step-5'

const ROOT = '/sign-up/'

/** Where a tab keeps its progress. */
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

/** which step a path means; none is the beginning. */
export function stepIn(path: string): LegacyStep {
  if (path === ROOT) return 'licences'
  const [, number = '1'] = /step-([1-5])\/?$/.exec(path) ?? []
  return `step-${number}` as LegacyStep
}

/** The guards: a step without its past opens the first one. */
export function openStep(asked: LegacyStep, completed: number): LegacyStep {
  return completed >= stepNumberOf(asked) - 1 ? asked : 'step-1'
}

/** A step counts as completed only while what it asked for still holds. */
export function completedSteps({ choices, stepCompleted }: Progress, offer: Offer): number {
  if (isDataAbroad(choices)) return Math.min(stepCompleted, 1)
  return complaintOfChoices(choices, offer) ? Math.min(stepCompleted, 2) : stepCompleted
}
