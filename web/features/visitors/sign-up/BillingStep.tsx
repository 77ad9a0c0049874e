import { useSyncExternalStore } from 'react'
import { type Day, dayBefore, dayIn, formatDay, monthsAfter } from '#contract/calendar/billing-dates.ts'
import { regionLabel } from '#contract/catalogue/countries.ts'
import { CURRENCY_NOTE, formatAmount } from '#contract/catalogue/money.ts'
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
import type { BillingName, BillingValues } from './billing-form.ts'

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

const MINUTE_MS = 60_000

/**
 * The date of a payment made now, even on a page left open over midnight: the server's time, advanced by the
 * visitor's clock.
 */
function useToday(renderedAt: string, timeZone: string): Day {
  return useSyncExternalStore(
    lookAgain,
    () => dayIn(timeZone, new Date(Date.now() - clockErrorMs(renderedAt))),
    () => dayIn(timeZone, new Date(renderedAt)),
  )
}

function lookAgain(look: () => void): () => void {
  const timer = setInterval(look, MINUTE_MS)
  // Timers are delayed in background tabs and on sleeping laptops.
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** How far the visitor's clock was ahead of the server's when the page arrived. */
function clockErrorMs(renderedAt: string): number {
  const { hydrated } = document.documentElement.dataset
  return !hydrated || isFromCache() ? 0 : Number(hydrated) - Date.parse(renderedAt)
}

/** A restored tab may show HTML of another day, which says nothing about the visitor's clock. */
function isFromCache(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.transferSize === 0
}

/** What is charged today and monthly, from when, and how and by when to cancel: next to the button. */
function DueToday({ totalCents, today }: { totalCents: number; today: string }) {
  const nextChargeOn = monthsAfter(today, 1)
  const amount = formatAmount(totalCents)
  return (
    <div className="due">
      <div className="line today">
        <span>Charged today</span>
        <span>{amount}</span>
      </div>
      <div className="line">
        <span>{`Then every month, from ${formatDay(nextChargeOn)}`}</span>
        <span>{amount}</span>
      </div>
      <p className="hint">
        {`${CURRENCY_NOTE} To avoid the next charge, cancel in your account by ${formatDay(dayBefore(nextChargeOn))}, 11:59 PM your time. Payments are not refunded, and your service runs to the end of the month you paid for.`}
      </p>
    </div>
  )
}

const promises = ['Encrypted connection', 'Your card number is never stored here', 'Cancel online anytime']

function TrustBadges() {
  return (
    <ul className="trust">
      {promises.map((promise) => (
        <li key={promise}>{promise}</li>
      ))}
    </ul>
  )
}

const notes = {
  'Recurring billing.':
    'Your subscription is billed monthly in advance to the card above until you cancel. To keep your service to the end of the paid month and not be charged again, cancel before the next billing date.',
  'Card authorization.':
    'Your bank may refuse a card several times before it authorizes the payment. Please check the number and address, or call your bank.',
  'Security.': 'The connection is encrypted, and we never store your card number or security code.',
  'Gift cards.': 'Gift and prepaid cards usually cannot be used for recurring payments.',
}

function BillingNotes() {
  return (
    <div className="notes">
      {Object.entries(notes).map(([title, text]) => (
        <p key={title}>
          <b>{title}</b> {text}
        </p>
      ))}
    </div>
  )
}
