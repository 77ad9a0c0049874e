import type { StepUpWay } from '#contract/accounts/step-up.ts'
import { askBesidePage } from '#web/ui/ask-beside-page.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'

let asked: Promise<boolean> | undefined

/**
 * True once the person has confirmed, false if they canceled. Calls that are refused meanwhile wait for the same answer.
 * Without any way, the person has been signed out.
 */
export function askForStepUp(ways: StepUpWay[]): Promise<boolean> {
  asked ??= askBesidePage((onEnd) => <StepUpDialog ways={ways} onEnd={onEnd} />).finally(() => {
    asked = undefined
  })
  return asked
}
