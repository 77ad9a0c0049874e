import { DEFAULT_COUNTRY } from '#contract/catalogue/countries.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import { type BillingName, startRegionOf } from './billing-fields.ts'

/** A card is likely to come from where its holder lives. */
export function expectCardOf(form: FormHandle<BillingName>, state: string, regions: readonly Region[]): void {
  if (form.state.fields.country_code_alpha2.touched) return
  const country = regions.find((region) => region.value === state)?.country ?? DEFAULT_COUNTRY
  if (country === form.values.country_code_alpha2) return
  form.set({ country_code_alpha2: country, region: startRegionOf(country) })
}
