import { emptyPlan, type ItemKey, type PlanLine, queryOf } from '#contract/catalogue/plan.ts'
import type { Wizard } from '#contract/features/sign-up/bodies.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { formatList } from '#contract/wire/format-list.ts'
import type { Config } from '#server/config/config.ts'

type Setting = Pick<Config, 'signUpWizard'>

const FIRST_STEP = '/sign-up/step-1'
const notSoldBy: Record<Wizard, ItemKey> = { new: 'callme', legacy: 'mojovoice' }

/**
 * Where the plan of a sign-up can be ordered again. The notes say what the link does not bring back: only the new wizard
 * takes a plan from a link, and not every item is sold by both.
 */
export function signUpAgain(
  setting: Setting,
  lines: readonly PlanLine[],
): { path: string; planNotes: string[] } {
  const wizard = wizardFor(setting, lines)
  const sold = lines.filter(({ key }) => key !== notSoldBy[wizard])
  const missing = lines.filter((line) => !sold.includes(line)).map(({ label }) => messages.notSold(label))
  if (wizard === 'legacy') {
    return { path: FIRST_STEP, planNotes: [messages.choosePlan(formatList(sold.map(counted))), ...missing] }
  }
  const plan = emptyPlan()
  for (const { key, quantity } of sold) plan[key] = quantity
  return {
    path: `${FIRST_STEP}?${queryOf(plan)}`,
    planNotes: missing.map((note) => `${note} ${messages.restOfPlan}`),
  }
}

/** Where both answer, the one that sells the whole plan. */
function wizardFor({ signUpWizard }: Setting, lines: readonly PlanLine[]): Wizard {
  if (signUpWizard !== 'auto') return signUpWizard
  return lines.some(({ key }) => key === notSoldBy.new) ? 'legacy' : 'new'
}

function counted({ label, quantity }: PlanLine): string {
  return quantity > 1 ? `${label} × ${quantity}` : label
}
