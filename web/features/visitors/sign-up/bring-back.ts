import { emptyPlan, itemKeys, items, LEAST_SEATS } from '#contract/catalogue/plan.ts'
import type { resumeSignUp } from '#contract/features/sign-up/calls.ts'
import { type Choices, startChoices } from '#contract/features/sign-up/legacy-choices.ts'
import { accountTypes, packages } from '#contract/features/sign-up/options.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { localDay, saveDraft } from './draft.ts'
import { nothingTyped, type StoredProgress, saveProgress } from './legacy/progress.ts'
import { customerFields } from './new-wizard.ts'
import { attempt, deviceStorage, tabStorage } from './storage.ts'

type Resumed = AnswerOf<typeof resumeSignUp>['data']

/** A sign-up resumed by link becomes today's draft, or this tab's progress: the wizard restores it as usual. */
export function bringBack({ wizard, form }: Resumed): void {
  if (wizard === 'new') saveDraft(deviceStorage, textsOf(form), localDay(new Date()))
  else saveProgress(tabStorage, progressFrom(form))
}

/** Checked before the link is used up: without storage, nothing would be restored. */
export function canBringBack(): boolean {
  const isKept = [deviceStorage, tabStorage].map((storage) =>
    attempt(() => {
      storage().setItem(PROBE, '1')
      storage().removeItem(PROBE)
      return true
    }),
  )
  return isKept.every(Boolean)
}

const PROBE = 'sign-up-probe'

function textsOf(form: Resumed['form']) {
  const fields = customerFields([])
  const names = Object.keys(fields) as (keyof typeof fields)[]
  return Object.fromEntries(names.map((name) => [name, String(form[name] ?? '')])) as Record<
    (typeof names)[number],
    string
  >
}

/** A sign-up under its wire names. */
type Form = Readonly<Record<string, string | number | boolean>>

/** An unfinished sign-up as this tab's progress: four steps are done, only the passwords are missing. */
export function progressFrom(form: Form): StoredProgress {
  const texts = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
  return { choices: choicesFrom(form), stepCompleted: 4, typed: { ...nothingTyped, customer: texts } }
}

/** Without an account type, picks one that fits the choices. */
function choicesFrom(form: Form): Choices {
  const quantities = emptyPlan()
  for (const key of itemKeys) quantities[key] = Number(form[items[key].field] ?? 0)
  quantities.lead = Math.max(LEAST_SEATS, quantities.lead)
  const text = (name: string) => String(form[name] ?? '')
  const accountType = accountTypes.find((type) => type === form.accountType)
  const choice = Object.keys(packages).find((name) => name === form.dataAndDialerChoice)
  return {
    ...startChoices('call_me_feature_count' in form ? 'licences' : 'choices'),
    email: text('email'),
    accountType: accountType ?? (quantities.lead > 1 ? 'multi_user' : 'single_user'),
    dataAndDialerChoice: (choice as Choices['dataAndDialerChoice'] | undefined) ?? 'data_and_dialer',
    market: {
      industry: text('industry'),
      market_country: text('market_country') || startChoices().market.market_country,
      market_state: text('market_state'),
      mls: text('mls'),
    },
    quantities,
  }
}
