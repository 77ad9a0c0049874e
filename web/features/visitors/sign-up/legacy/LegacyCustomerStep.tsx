import type { ReactNode } from 'react'
import type { Region } from '#contract/catalogue/regions.ts'
import { AddressFields, SignInFields } from '#web/features/visitors/sign-up/PersonFields.tsx'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { FieldGroup } from '#web/form/FieldGroup.tsx'
import { Form } from '#web/form/Form.tsx'
import { PhoneField } from '#web/form/PhoneField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import {
  howHeardNames,
  type LegacyCustomerName,
  type LegacyCustomerValues,
} from './legacy-customer-fields.ts'

type LegacyCustomerStepProps = {
  form: FormHandle<LegacyCustomerName>
  regions: readonly Region[]
  notice: ReactNode
  /** What the step is waiting for: a payment, or another press of Next. */
  waiting: ReactNode
  onPrevious: () => void
  onNext: (values: LegacyCustomerValues) => Promise<TaskResult>
}

/** Step four: the customer, and how they will sign in. */
export function LegacyCustomerStep({ form, regions, notice, waiting, ...events }: LegacyCustomerStepProps) {
  const { first_name: first, last_name: last, company } = form.values
  return (
    <>
      <h1 tabIndex={-1}>Customer and account information</h1>
      <p className="lede">Who the account belongs to, and how you will sign in.</p>
      {notice}
      <Form
        form={form}
        onSubmit={events.onNext}
        generalErrors="below"
        label="Customer and account information"
      >
        <div className="part">
          <h2>Customer</h2>
          <div className="row">
            <TextField field={form.field('first_name')} />
            <TextField field={form.field('last_name')} />
          </div>
          <TextField field={form.field('company')} />
          <div className="row">
            <PhoneField field={form.field('mobile_phone')} />
            <PhoneField field={form.field('phone')} />
          </div>
          <AddressFields form={form} regions={regions} />
        </div>
        <div className="part">
          <FieldGroup field={form.field('how_heard')}>
            <div className="sign-up-ticks">
              {howHeardNames.map((name) => (
                <CheckboxField key={name} field={form.field(name)} />
              ))}
            </div>
          </FieldGroup>
          {form.asks('other') && <TextField field={form.field('other')} />}
        </div>
        <div className="part">
          <h2>Account</h2>
          <SignInFields form={form} person={{ name: `${first} ${last}`, company }}>
            <SelectField field={form.field('time_zone')} />
          </SignInFields>
        </div>
        {waiting}
        <div className="between">
          <Button look="ghost" disabled={form.isBusy} onClick={events.onPrevious}>
            Previous
          </Button>
          <SubmitButton form={form}>Next</SubmitButton>
        </div>
      </Form>
    </>
  )
}
