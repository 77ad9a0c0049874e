import { useState } from 'react'
import { chosenRegionLabel } from '#contract/catalogue/countries.ts'
import type { PageProps } from '#contract/page-values.ts'
import { useForm } from '#web/form/use-form.ts'
import { checkCustomer, customerFields } from './customer-fields.ts'
import { useBillingForm } from './use-billing-form.ts'

type Forms = Pick<PageProps<'sign-up'>, 'values' | 'now'> & { onEmail: (email: string) => void }

/** The forms of both steps. The same-address checkbox appears in both and is kept in sync. */
export function useNewForms({ values: { regions, countries }, now, onEmail }: Forms) {
  const [fields] = useState(() => customerFields(regions))
  const customerForm = useForm({
    fields,
    checks: checkCustomer,
    labelOf: (name, { state }) => (name === 'state' ? chosenRegionLabel(regions, state) : undefined),
    needsScript: true,
    onChange: (name, value) => {
      if (name === 'email') onEmail(value)
      if (name === 'same_billing_address') billingForm.set({ same_billing_address: value })
    },
  })
  const billingForm = useBillingForm({
    countries,
    now,
    onChange: (name, value) => {
      if (name === 'same_billing_address') customerForm.set({ same_billing_address: value })
    },
  })
  return { customerForm, billingForm }
}
