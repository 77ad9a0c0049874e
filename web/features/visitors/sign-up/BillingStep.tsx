import { regionLabel } from '#contract/catalogue/countries.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import type { Provider } from '#contract/provider/provider.ts'
import type { Option } from '#contract/wire/option.ts'
import { CardNumberField } from '#web/form/CardNumberField.tsx'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { Form } from '#web/form/Form.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import { ConfirmingBanner } from '#web/orders/ConfirmingBanner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TrustBadges } from '#web/ui/TrustBadges.tsx'
import { BillingNotes } from './BillingNotes.tsx'
import type { BillingName, BillingValues } from './billing-fields.ts'
import { DueToday } from './DueToday.tsx'
import { useToday } from './use-today.ts'

type BillingStepProps = {
  form: FormHandle<BillingName>
  provider: Provider
  countries: readonly Option[]
  regions: readonly Region[]
  totalCents: number
  /** When the page was rendered. */
  now: string
  timeZone: string
  isConfirming: boolean
  /** Whether the address above can be used as the billing address. The legacy wizard always asks for one. */
  offersSameAddress?: boolean
  onPrevious: () => void
  onPay: (values: BillingValues) => Promise<TaskResult>
}

export function BillingStep({ form, provider, countries, regions, totalCents, ...props }: BillingStepProps) {
  const { now, timeZone, isConfirming, offersSameAddress = true, onPrevious, onPay } = props
  const { country_code_alpha2: country } = form.values
  const today = useToday(now, timeZone)
  const listed = regions.filter((entry) => entry.country === country)

  return (
    <>
      <h1 tabIndex={-1}>Billing</h1>
      <p className="lede">Your card number goes to our payment provider. We never store it.</p>
      <Form form={form} onSubmit={onPay} generalErrors="below" label="Billing">
        <div className="part">
          <CardNumberField field={form.field('number')} />
          <TextField field={form.field('holder')} />
          <div className="thirds">
            <SelectField field={form.field('expiration_date_0')} placeholder="Month" />
            <SelectField field={form.field('expiration_date_1')} placeholder="Year" />
            <TextField field={form.field('cvv')} inputMode="numeric" />
          </div>
          <SelectField field={form.field('country_code_alpha2')} options={countries} />
          {offersSameAddress && <CheckboxField field={form.field('same_billing_address')} />}
          {form.asks('street_address') && (
            <>
              <TextField field={form.field('street_address')} />
              <div className="row3">
                <TextField field={form.field('locality')} />
                <SelectField
                  field={form.field('region')}
                  options={listed}
                  placeholder={regionLabel(country)}
                />
                <TextField field={form.field('postal_code')} />
              </div>
            </>
          )}
        </div>
        <div className="part">
          <DueToday totalCents={totalCents} today={today} />
          <CheckboxField field={form.field('terms_and_conditions')}>
            I have read and accept the{' '}
            <a href={provider.links.terms} target="_blank" rel="noopener">
              terms and conditions
            </a>
          </CheckboxField>
          {isConfirming && <ConfirmingBanner />}
          <div className="between">
            <Button look="ghost" disabled={form.isBusy} onClick={onPrevious}>
              Previous
            </Button>
            <SubmitButton form={form}>PAY NOW</SubmitButton>
          </div>
          <TrustBadges />
        </div>
      </Form>
      <BillingNotes />
    </>
  )
}
