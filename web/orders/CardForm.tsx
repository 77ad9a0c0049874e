import { type ReactNode, useState } from 'react'
import type { Option } from '#contract/wire/option.ts'
import { CardNumberField } from '#web/form/CardNumberField.tsx'
import { type CardValues, cardFields } from '#web/form/card-fields.ts'
import { Form } from '#web/form/Form.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { ConfirmingBanner } from './ConfirmingBanner.tsx'
import type { SubmitResult } from './use-order.ts'

export type CardFormProps = {
  countries: Option[]
  now: string
  /** The label of the button, which also names the form: a page may have two. */
  action: string
  isConfirming: boolean
  /** Returns the errors to show, or where to go. */
  onSubmit: (card: CardValues) => Promise<SubmitResult>
  children?: ReactNode
}

/** A card for the payment gateway. The field names are ones that browsers can autofill. */
export function CardForm({ countries, now, action, isConfirming, onSubmit, children }: CardFormProps) {
  const [fields] = useState(() => cardFields(countries, new Date(now).getUTCFullYear()))
  const form = useForm({ fields, needsScript: true })

  async function submit(card: CardValues): Promise<TaskResult> {
    const result = await onSubmit(card)
    if (typeof result !== 'object') return result
    form.serverErrors(result.refused)
    return undefined
  }

  return (
    <Form form={form} onSubmit={submit} generalErrors="below" label={action}>
      <CardNumberField field={form.field('number')} autoComplete="cc-number" />
      <TextField field={form.field('holder')} autoComplete="cc-name" />
      <div className="thirds">
        <SelectField
          field={form.field('expiration_date_0')}
          placeholder="Month"
          autoComplete="cc-exp-month"
        />
        <SelectField field={form.field('expiration_date_1')} placeholder="Year" autoComplete="cc-exp-year" />
        <TextField field={form.field('cvv')} inputMode="numeric" autoComplete="cc-csc" />
      </div>
      <div className="row">
        <SelectField field={form.field('country_code_alpha2')} autoComplete="country" />
        <TextField field={form.field('postal_code')} autoComplete="postal-code" />
      </div>
      {children}
      {isConfirming && <ConfirmingBanner />}
      <div>
        <SubmitButton form={form}>{action}</SubmitButton>
      </div>
    </Form>
  )
}
