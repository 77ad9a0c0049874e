import { useState } from 'react'
import { DEFAULT_COUNTRY, DEFAULT_REGION, regionLabel } from '#contract/catalogue/countries.ts'
import { centsToDollars } from '#contract/catalogue/money.ts'
import { type PlanLine, totalOf } from '#contract/catalogue/plan.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import * as signUpFields from '#contract/features/sign-up/fields.ts'
import { billingRules } from '#contract/features/sign-up/options.ts'
import * as fields from '#contract/fields/card.ts'
import type { Field } from '#contract/wire/field.ts'
import { requestedBy } from '#contract/wire/form-rules.ts'
import type { Option } from '#contract/wire/option.ts'
import { cardFields } from '#web/form/card-fields.ts'
import { configOf } from '#web/form/field-config.ts'
import type { Fields, Values } from '#web/form/judge-fields.ts'
import { type FormHandle, useForm } from '#web/form/use-form.ts'

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
    isAsked: isBillingRequested,
    labelOf: labelOfBilling,
    needsScript: true,
    onChange: (name, value) => {
      if (name === 'country_code_alpha2') form.set({ region: startRegionOf(value) })
      onChange?.(name, value)
    },
  })
  return form
}

export type BillingName = keyof ReturnType<typeof billingFields>
export type BillingValues = Values<BillingName>

export const isBillingRequested = requestedBy(billingRules)

export function labelOfBilling(name: BillingName, values: BillingValues): string | undefined {
  return name === 'region' ? regionLabel(values.country_code_alpha2) : undefined
}

const SAME_ADDRESS_THERE = 'Previously entered address is same as billing address'

/** Card and billing address fields, under their wire names. */
export function billingFields(countries: Option[], thisYear: number, holder?: Field) {
  const { postal_code, ...card } = cardFields(countries, thisYear, holder)
  return {
    ...card,
    same_billing_address: configOf(
      { label: SAME_ADDRESS_THERE, validation: {} },
      { elementType: 'checkbox' },
    ),
    street_address: configOf(fields.billingAddress),
    locality: configOf(fields.billingCity),
    region: configOf(fields.billingRegion, { value: startRegionOf(card.country_code_alpha2.value) }),
    postal_code,
    terms_and_conditions: configOf(signUpFields.terms),
  } satisfies Fields<string>
}

/** Alabama for the US; elsewhere a region has to be chosen. */
export function startRegionOf(country: string): string {
  return country === DEFAULT_COUNTRY ? DEFAULT_REGION : ''
}

/** A card is most likely from its holder's country. */
export function expectCardOf(form: FormHandle<BillingName>, state: string, regions: readonly Region[]): void {
  if (form.state.fields.country_code_alpha2.touched) return
  const country = regions.find((region) => region.value === state)?.country ?? DEFAULT_COUNTRY
  if (country === form.values.country_code_alpha2) return
  form.set({ country_code_alpha2: country, region: startRegionOf(country) })
}

export function billingBody(billing: BillingValues) {
  return {
    ...billing,
    same_billing_address: billing.same_billing_address === 'true',
    terms_and_conditions: billing.terms_and_conditions === 'true',
  }
}

/** In dollars, as shown to the customer. */
export function orderTotal(lines: readonly PlanLine[]) {
  return { total: centsToDollars(totalOf(lines)) }
}

/** What no form asks for: the order's idempotency key and the device fingerprint. */
export type Marks = { SEONPayload: string; idempotency_key: string }
