import type { AnswerOf } from '#contract/calls/call.ts'
import type { resumeSignUp } from '#contract/calls/resume-sign-up.ts'
import { customerFields } from './customer-fields.ts'
import { localDay, saveDraft, shelf } from './draft.ts'

type Kept = AnswerOf<typeof resumeSignUp>['data']

/** What came back by a link becomes what was typed today on this device: the wizard then restores it as its own. */
export function bringBack({ wizard, form }: Kept): void {
  if (wizard === 'new') saveDraft(shelf, textsOf(form), localDay(new Date()))
}

function textsOf(form: Kept['form']) {
  const fields = customerFields([])
  const names = Object.keys(fields) as (keyof typeof fields)[]
  return Object.fromEntries(names.map((name) => [name, String(form[name] ?? '')])) as Record<
    (typeof names)[number],
    string
  >
}
