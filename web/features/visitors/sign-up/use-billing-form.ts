import { useState } from 'react'
import { DEFAULT_COUNTRY } from '#contract/catalogue/countries.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import type { Field } from '#contract/wire/field.ts'
import type { Option } from '#contract/wire/option.ts'
import { type FormHandle, useForm } from '#web/form/use-form.ts'
import {
  type BillingName,
  billingFields,
  isBillingAsked,
  labelOfBilling,
  startRegionOf,
} from './billing-fields.ts'

type Billing = {
  countries: Option[]
  now: string
  /** The cardholder, if the wizard has a separate field for it. */
  holder?: Field
  onChange?: (name: BillingName, value: string) => void
}

/** The form of the last step. A different country has different regions, so the chosen one is reset. */
export function useBillingForm({ countries, now, holder, onChange }: Billing): FormHandle<BillingName> {
  const [fields] = useState(() => billingFields(countries, new Date(now).getUTCFullYear(), holder))
  const form = useForm({
    fields,
    isAsked: isBillingAsked,
    labelOf: labelOfBilling,
    needsScript: true,
    onChange: (name, value) => {
      if (name === 'country_code_alpha2') form.set({ region: startRegionOf(value) })
      onChange?.(name, value)
    },
  })
  return form
}

/** A card is most likely from its holder's country. */
export function expectCardOf(form: FormHandle<BillingName>, state: string, regions: readonly Region[]): void {
  if (form.state.fields.country_code_alpha2.touched) return
  const country = regions.find((region) => region.value === state)?.country ?? DEFAULT_COUNTRY
  if (country === form.values.country_code_alpha2) return
  form.set({ country_code_alpha2: country, region: startRegionOf(country) })
}
