import { useState } from 'react'
import { cancelDetails, cancelReason } from '#contract/billing/cancel-reasons.ts'
import type { MoneyValues, OpenInvoice } from '#contract/billing/values.ts'
import { dayBefore, formatDay } from '#contract/calendar/billing-dates.ts'
import { REACTIVATE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { cancel } from '#contract/features/cancel.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { useForm } from '#web/form/use-form.ts'

/** What the server says about the cancellation: the page may have been opened before a month was paid or declined. */
export type Receipt = NonNullable<MoneyValues['cancellation']> & { hasEnded: boolean }
type Consequence = Pick<MoneyValues, 'nextCharge' | 'open'>
type CancelFormProps = { money: Consequence; onCanceled: (receipt: Receipt) => void }

export function CancelForm({ money, onCanceled }: CancelFormProps) {
  const [fields] = useState(() => ({
    reason: configOf(cancelReason),
    details: configOf(cancelDetails, { elementType: 'textarea' }),
  }))
  const form = useForm({ fields, needsScript: true })

  function submit(values: { reason: string; details: string }) {
    return makeCall(cancel, values, {
      onAnswer: ({ data: { reference, last_day: lastDay, has_ended: hasEnded } }) =>
        onCanceled({ reference, lastDay, hasEnded }),
      onErrors: form.serverErrors,
    })
  }

  return (
    <section className="tile" aria-labelledby="cancel">
      <h2 id="cancel">Cancel</h2>
      <p>{consequenceOf(money)}</p>
      <Form form={form} onSubmit={submit} generalErrors="below" label="Cancel">
        <SelectField field={form.field('reason')} />
        <TextAreaField field={form.field('details')} />
        <div>
          <SubmitButton form={form}>Cancel subscription</SubmitButton>
        </div>
      </Form>
    </section>
  )
}

function consequenceOf({ nextCharge, open }: Consequence): string {
  if (open) return consequenceOfOpen(open)
  if (!nextCharge) return 'There are no further charges.'
  return `Your service runs to the end of the month you paid for, ${formatDay(dayBefore(nextCharge.on))}. There are no further charges, and payments are not refunded.`
}

function consequenceOfOpen({ cents, isConfirming }: OpenInvoice): string {
  if (isConfirming) {
    return 'Your monthly payment is being confirmed right now. You can cancel once the bank has answered. Please reload this page in a minute.'
  }
  return `Your last month is not paid, so the account ends right away. There are no further charges, and we will not collect the unpaid ${formatAmount(cents)}. You cannot undo this. For ${REACTIVATE_WITHIN_DAYS} days you can reactivate the account with everything that was in it, for the price of a new month.`
}
