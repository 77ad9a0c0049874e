import { useState } from 'react'
import { chosenRegionLabel } from '#contract/catalogue/countries.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import { type FieldConfig, shownValue } from '#web/form/field-config.ts'
import { type Fields, mapFields } from '#web/form/judge-fields.ts'
import { useForm } from '#web/form/use-form.ts'
import { checkLegacyCustomer, isLegacyCustomerAsked } from './legacy-customer.ts'
import { type LegacyCustomerName, legacyCustomerFields } from './legacy-customer-fields.ts'
import type { LegacyWizard } from './legacy-wizard.ts'
import type { Texts } from './progress.ts'
import { useKeptTexts } from './use-kept-texts.ts'
import type { LegacyHandle } from './use-legacy-state.ts'

/** The form of step four. Starts with what this tab has kept, and the state suggested by step two. */
export function useLegacyCustomer(wizard: Pick<LegacyHandle, 'latest' | 'tell'>, regions: Region[]) {
  const [kept] = useState(wizard.latest)
  const [fields] = useState(() => startFields(regions, kept))
  const form = useForm<LegacyCustomerName>({
    fields,
    checks: checkLegacyCustomer,
    isAsked: isLegacyCustomerAsked,
    labelOf: (name, { state }) => (name === 'state' ? chosenRegionLabel(regions, state) : undefined),
    needsScript: true,
  })
  useKeptTexts(wizard, 'customer', form.values)
  return {
    form,
    /** After a resume link the security answers are missing, too. */
    areAnswersGone: !kept.typed.customer.first_question_answer,
    /** After a reload only the passwords are missing. */
    isPasswordGone: kept.stepCompleted >= 4 && form.values.password === '',
  }
}

/** A page that was left before it saved the suggested state suggests it again. */
function startFields(regions: Region[], { typed, choices }: LegacyWizard): Fields<LegacyCustomerName> {
  const texts: Texts = { ...typed.customer, state: typed.customer.state || choices.market.market_state }
  return mapFields<LegacyCustomerName, FieldConfig>(legacyCustomerFields(regions), (config, name) => ({
    ...config,
    value: shownValue(config, texts[name] ?? config.value),
  }))
}
