import type { ReactNode } from 'react'
import { regionLabels } from '#contract/catalogue/countries.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { type ServerErrors, sentencesOf } from '#web/form/refusal.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { FormHandle } from '#web/form/use-form.ts'
import type { Person } from '#web/new-password/find-weakness.ts'
import { StrengthHint } from '#web/new-password/StrengthHint.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SafeMarkup } from '#web/ui/SafeMarkup.tsx'

/** PAY NOW was refused while another step was being filled in. */
export function RefusedBanner(props: { errors: ServerErrors; step: number; onOpen: () => void }) {
  const { errors, step, onOpen } = props
  return (
    <div className="sign-up-refused">
      <Banner tone="bad">
        <p>
          <SafeMarkup text={`Your payment needs your attention. ${sentencesOf(errors).join(' ')}`} />
        </p>
        <Button small look="quiet" onClick={onOpen}>{`Go to step ${step}`}</Button>
      </Banner>
    </div>
  )
}

export function ClearedSecretsBanner() {
  return (
    <Banner tone="info">
      For your safety, we cleared your passwords, security answers and card when you left this page. Please
      enter them again. Nothing else was lost.
    </Banner>
  )
}

/** Next or PAY NOW was pressed, and the form was changed before the answer arrived. */
export function ChangedBanner() {
  return (
    <Banner tone="info">You changed your details in the meantime. Press Next to continue with them.</Banner>
  )
}

type Part<Name extends string> = Pick<FormHandle<Name>, 'field' | 'values'>

type AddressFieldsProps = {
  form: Part<'address' | 'city' | 'state' | 'zip_code'>
  regions: readonly Region[]
}

/** The address fields of both wizards. */
export function AddressFields({ form, regions }: AddressFieldsProps) {
  return (
    <>
      <TextField field={form.field('address')} />
      <div className="row3">
        <TextField field={form.field('city')} />
        <SelectField field={form.field('state')} options={regions} placeholder={regionLabels(regions)} />
        <TextField field={form.field('zip_code')} />
      </div>
    </>
  )
}

type SignInName =
  | 'password'
  | 'password2'
  | 'first_security_question'
  | 'first_question_answer'
  | 'second_security_question'
  | 'second_question_answer'

type SignInFieldsProps = { form: Part<SignInName>; person: Person; children?: ReactNode }

/** Sign-in fields: the password twice, and two security questions with answers. */
export function SignInFields({ form, person, children }: SignInFieldsProps) {
  return (
    <>
      <div className="row">
        <PasswordField
          field={form.field('password')}
          hint={<StrengthHint password={form.values.password} {...person} />}
        />
        <PasswordField field={form.field('password2')} />
      </div>
      {children}
      <div className="row">
        <SelectField field={form.field('first_security_question')} />
        <TextField field={form.field('first_question_answer')} />
      </div>
      <div className="row">
        <SelectField field={form.field('second_security_question')} />
        <TextField field={form.field('second_question_answer')} />
      </div>
    </>
  )
}
