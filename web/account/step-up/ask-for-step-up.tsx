import type { StepUpWay } from '#contract/accounts/step-up.ts'
import { askBesidePage } from '#web/ui/ask-beside-page.tsx'
import type { Asked } from '#web/ui/SignedOut.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'

let asked: Promise<Asked> | undefined

/**
 * Calls that are refused meanwhile wait for the same answer. Without any way, the person has been signed out; `isStill`:
 * also after they tried again.
 */
export function askForStepUp(ways: StepUpWay[], isStill: boolean): Promise<Asked> {
  asked ??= askBesidePage((onEnd) => <StepUpDialog ways={ways} isStill={isStill} onEnd={onEnd} />).finally(
    () => {
      asked = undefined
    },
  )
  return asked
}
