import { useEffect } from 'react'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import * as messages from '#contract/features/sign-up/messages.ts'
import * as cardFields from '#contract/fields/card.ts'
import * as personFields from '#contract/fields/person.ts'
import { choice, field as fieldOf, secret } from '#contract/wire/field.ts'
import { checksOf, type FormRule, requestedBy } from '#contract/wire/form-rules.ts'
import { optionOf } from '#contract/wire/option.ts'
import { CardNumberField } from '#web/form/CardNumberField.tsx'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { FieldGroup } from '#web/form/FieldGroup.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { PhoneField } from '#web/form/PhoneField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { type FormHandle, useForm } from '#web/form/use-form.ts'

/** One field of each kind, with test names. */
const everyField = {
  email: configOf(personFields.email),
  confirmEmail: configOf(fieldOf('Confirm email', personFields.email.validation), { doNotCopyPast: true }),
  password: configOf(secret('Account password', { required: true, minLength: 6, maxLength: 120 })),
  mobile_phone: configOf(personFields.mobilePhone),
  office_phone: configOf(personFields.officePhone),
  industry: configOf(choice('Industry', ['Insurance', 'Mortgage', 'Other'].map(optionOf))),
  zip_code: configOf(personFields.zipCode),
  number: configOf(cardFields.cardNumber),
  cvv: configOf(cardFields.cvv, { type: 'text' }),
  note: configOf({ label: 'Note', validation: { maxLength: 40 } }, { elementType: 'textarea' }),
  channels: configOf({ label: 'How may we reach you?', validation: { required: false } }),
  byMail: configOf({ label: 'By mail', validation: {} }, { elementType: 'checkbox' }),
  byPhone: configOf({ label: 'By phone', validation: {} }, { elementType: 'checkbox' }),
  hour: configOf({ label: 'Best hour to call', validation: { required: true } }),
  terms: configOf(
    fieldOf('I have read and accept the terms and conditions', {
      required: true,
      isBoolean: true,
      requiredMessage: messages.termsNotAccepted,
    }),
  ),
}

type Name = keyof typeof everyField

const rules: readonly FormRule<Name>[] = [
  { kind: 'same', fields: ['email', 'confirmEmail'], message: messages.emailsDiffer },
  {
    kind: 'atLeastOne',
    ticks: ['byMail', 'byPhone'],
    shownAt: 'channels',
    message: messages.chooseAtLeastOne,
  },
  { kind: 'askedIf', tick: 'byPhone', fields: ['hour'] },
]
const rulesOfForm = { checks: checksOf(rules), isAsked: requestedBy(rules) }

type EveryFieldProps = {
  /** Called with what is sent. */
  onSent?: (values: Record<Name, string>) => void
  /** Called with the form at each render, so that a test can answer for the server. */
  onForm?: (form: FormHandle<Name>) => void
}

/** A form with a field of each kind. */
export function EveryField({ onSent = () => {}, onForm = () => {} }: EveryFieldProps) {
  const form = useForm({ fields: everyField, ...rulesOfForm, needsScript: true })
  useEffect(() => onForm(form))
  return (
    <main>
      <h1>A form</h1>
      <Form form={form} label="Every field" onSubmit={onSent}>
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
        <div className="row">
          <CardNumberField field={form.field('number')} />
          <TextField field={form.field('cvv')} inputMode="numeric" />
        </div>
        <TextAreaField field={form.field('note')} hint="At most 40 characters." />
        <FieldGroup field={form.field('channels')}>
          <CheckboxField field={form.field('byMail')} />
          <CheckboxField field={form.field('byPhone')} />
        </FieldGroup>
        {form.asks('hour') && <TextField field={form.field('hour')} />}
        <CheckboxField field={form.field('terms')}>
          I have read and accept the <a href="/terms/">terms and conditions</a>
        </CheckboxField>
        <SubmitButton form={form}>Next</SubmitButton>
      </Form>
    </main>
  )
}

export const field = (label: string) => page.getByLabelText(label, { exact: true })
export const tick = (name: string | RegExp) => page.getByRole('checkbox', { name })
export const submit = () => page.getByRole('button', { name: 'Next', exact: true }).click()
export const summary = () =>
  [...document.querySelectorAll('.summary li')].map(({ textContent }) => textContent)

/** Fills in the form so that every rule is met. */
export async function fillWell() {
  await field('Email').fill(' dana@example.com ')
  await field('Confirm email').fill('dana@example.com')
  await field('Account password').fill(' secret ')
  await field('Mobile phone').fill('3125550148')
  await field('Industry').selectOptions('Insurance')
  await field('Zip').fill('60601')
  await field('Card number').fill('4111111111111111')
  await field('CVV').fill('123')
  await field('Note (optional)').fill('Call twice')
  await tick('By mail').click()
  await tick(/^I have read and accept/).click()
}

export async function expectComplaint(label: string, text: string) {
  await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true')
  await expect
    .element(field(label))
    .toHaveAccessibleDescription(expect.toSatisfy((description: string) => description.endsWith(text)))
}

export async function expectContent(label: string) {
  await expect.element(field(label)).not.toHaveAttribute('aria-invalid')
}
