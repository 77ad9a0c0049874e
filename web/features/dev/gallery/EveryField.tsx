import { useState } from 'react'
import { CardNumberField } from '#web/form/CardNumberField.tsx'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { FieldGroup } from '#web/form/FieldGroup.tsx'
import { Form } from '#web/form/Form.tsx'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { PhoneField } from '#web/form/PhoneField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { checkTogether, everyField, isAsked } from './every-field.ts'
import { ServerAnswers } from './ServerAnswers.tsx'

export function EveryField() {
  const form = useForm({ fields: everyField, checks: checkTogether, isAsked, needsScript: true })
  const [sent, setSent] = useState('')
  return (
    <section className="part" aria-labelledby="fields">
      <h2 id="fields">A form with every field</h2>
      <Form form={form} label="Every field" onSubmit={(values) => setSent(JSON.stringify(values, null, 2))}>
        <div className="part">
          <div className="row">
            <TextField field={form.field('email')} />
            <TextField field={form.field('confirmEmail')} />
          </div>
          <PasswordField field={form.field('password')} hint="6 to 120 characters." />
          <div className="row">
            <PhoneField field={form.field('mobile_phone')} />
            <PhoneField field={form.field('office_phone')} />
          </div>
          <div className="row">
            <SelectField field={form.field('industry')} />
            <TextField field={form.field('zip_code')} autoComplete="postal-code" />
          </div>
        </div>
        <div className="part">
          <h3>Card</h3>
          <div className="row">
            <CardNumberField field={form.field('number')} />
            <TextField field={form.field('cvv')} inputMode="numeric" />
          </div>
        </div>
        <div className="part">
          <TextAreaField field={form.field('note')} hint="At most 40 characters." />
          <FieldGroup field={form.field('channels')}>
            <CheckboxField field={form.field('byMail')} />
            <CheckboxField field={form.field('byPhone')} />
          </FieldGroup>
          {form.asks('hour') && <TextField field={form.field('hour')} />}
          <CheckboxField field={form.field('terms')}>
            I have read and accept the <a href="/dev/gallery/">terms and conditions</a>
          </CheckboxField>
        </div>
        <div className="between">
          <span className="hint">
            {form.isValid ? 'Everything is valid.' : 'Not everything is valid yet.'}
          </span>
          <SubmitButton form={form}>Next</SubmitButton>
        </div>
      </Form>
      <ServerAnswers form={form} />
      {sent && (
        <div className="tile">
          <h3>What was sent</h3>
          <pre>{sent}</pre>
        </div>
      )}
    </section>
  )
}
