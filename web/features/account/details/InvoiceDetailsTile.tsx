import * as messages from '#contract/accounts/people-messages.ts'
import { chosenRegionLabel, regionLabels } from '#contract/catalogue/countries.ts'
import * as detailsFields from '#contract/features/details.ts'
import {
  type AccountAddress,
  type BillingDetails,
  invoiceDetailsRules,
  type ListedState,
  saveBillingDetails,
} from '#contract/features/details.ts'
import * as cardFields from '#contract/fields/card.ts'
import { requestedBy } from '#contract/wire/form-rules.ts'
import type { Option } from '#contract/wire/option.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Fields, Values } from '#web/form/judge-fields.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { SavedNote, useSaving } from './use-saving.tsx'

type InvoiceDetailsTileProps = {
  details: BillingDetails
  address: AccountAddress
  states: ListedState[]
  /** Of the owner. */
  email: string
  bouncedContact: string | null
}

/** Additional invoice details, and who else gets the invoices. */
export function InvoiceDetailsTile({
  details,
  address,
  states,
  email,
  bouncedContact,
}: InvoiceDetailsTileProps) {
  const form = useForm({
    fields: invoiceDetailsFields(details, states),
    isAsked: requestedBy(invoiceDetailsRules),
    checks: ({ billing_contact }) =>
      billing_contact.toLowerCase() === email.toLowerCase()
        ? { billing_contact: messages.alreadyGetsInvoices }
        : {},
    labelOf: (name, values) => (name === 'region' ? chosenRegionLabel(states, values.region) : undefined),
    needsScript: true,
  })
  const { isSaved, save } = useSaving(form)
  const addressLines = [address.address, address.city, `${address.state} ${address.zip_code}`.trim()]

  async function submit(typed: Values<InvoiceDetailsName>) {
    const body = { ...typed, same_address: typed.same_address === 'true' }
    await save(saveBillingDetails, body)
  }

  return (
    <section className="tile whole" aria-labelledby="on-bills">
      <h2 id="on-bills">On your bills</h2>
      <Form form={form} onSubmit={submit}>
        <CheckboxField field={form.field('same_address')} hint={addressLines.filter(Boolean).join(', ')} />
        {form.asks('street_address') && (
          <>
            <TextField field={form.field('street_address')} autoComplete="billing address-line1" />
            <div className="row3">
              <TextField field={form.field('locality')} autoComplete="billing address-level2" />
              <SelectField
                field={form.field('region')}
                placeholder={regionLabels(states)}
                autoComplete="billing address-level1"
              />
              <TextField field={form.field('postal_code')} autoComplete="billing postal-code" />
            </div>
          </>
        )}
        <TextField
          field={form.field('tax_number')}
          hint="Such as an EIN or a GST number. It appears on your bills exactly as you enter it."
        />
        {bouncedContact && !isSaved && (
          <Banner tone="warn">
            {`Our emails to ${bouncedContact} are bouncing, so we no longer send copies there. Enter another billing contact.`}
          </Banner>
        )}
        <TextField
          field={form.field('billing_contact')}
          inputMode="email"
          hint="This person gets a copy of each receipt and each failed-payment notice. We will let them know that you named them."
        />
        <SavedNote>
          {isSaved && 'Saved. This applies from your next bill. Bills already issued do not change.'}
        </SavedNote>
        <div className="cluster">
          <SubmitButton form={form}>Save for bills</SubmitButton>
        </div>
      </Form>
    </section>
  )
}

const SAME_ADDRESS = 'Use the company’s address on bills'

/** Under their wire names. */
function invoiceDetailsFields(details: BillingDetails, states: Option[]) {
  return {
    same_address: configOf(
      { label: SAME_ADDRESS, validation: {} },
      { elementType: 'checkbox', value: String(details.same_address) },
    ),
    street_address: configOf(cardFields.billingAddress, { value: details.street_address }),
    locality: configOf(cardFields.billingCity, { value: details.locality }),
    region: configOf(cardFields.billingRegion, {
      elementType: 'select',
      options: states,
      value: details.region,
    }),
    postal_code: configOf(cardFields.billingZip, { value: details.postal_code }),
    tax_number: configOf(detailsFields.taxNumber, { value: details.tax_number }),
    billing_contact: configOf(detailsFields.billingContact, { value: details.billing_contact }),
  } satisfies Fields<string>
}

type InvoiceDetailsName = keyof ReturnType<typeof invoiceDetailsFields>
