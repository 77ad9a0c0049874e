import type { resumeSignUp } from '#contract/features/sign-up/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { localDay } from '#web/old-draft.ts'
import { customerFields } from './customer-fields.ts'
import { saveDraft } from './draft.ts'
import { deviceStorage, tabStorage } from './draft-storage.ts'
import { saveProgress } from './legacy/progress.ts'
import { progressFrom } from './legacy/progress-from.ts'

type Kept = AnswerOf<typeof resumeSignUp>['data']

/**
 * A sign-up resumed by link becomes today's draft, or this tab's progress: the wizard restores it as usual.
 */
export function bringBack({ wizard, form }: Kept): void {
  if (wizard === 'new') saveDraft(deviceStorage, textsOf(form), localDay(new Date()))
  else saveProgress(tabStorage, progressFrom(form))
}

function textsOf(form: Kept['form']) {
  const fields = customerFields([])
  const names = Object.keys(fields) as (keyof typeof fields)[]
  return Object.fromEntries(names.map((name) => [name, String(form[name] ?? '')])) as Record<
    (typeof names)[number],
    string
  >
}
