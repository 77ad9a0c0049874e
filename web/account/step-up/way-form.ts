import type { StepUpWay } from '#contract/accounts/step-up.ts'

/** The part of the dialog that asks for one way. */
export type WayFormProps = {
  onConfirmed: () => void
  onCancel: () => void
  /** This way no longer counts: a factor was turned on or off in the meantime. */
  onOtherWays: (ways: StepUpWay[]) => void
}
