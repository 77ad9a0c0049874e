import type { FocusEvent, ReactNode } from 'react'
import type { Region } from '#contract/catalogue/regions.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { Form } from '#web/form/Form.tsx'
import { PhoneField } from '#web/form/PhoneField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import { ConfirmingBanner } from '#web/orders/ConfirmingBanner.tsx'
import { ChangedBanner, ForgottenBanner } from './Banners.tsx'
import type { CustomerName, CustomerValues } from './customer-fields.ts'
import { AddressFields, SignInFields } from './PersonFields.tsx'
import type { useDraft } from './use-draft.ts'
import { UnfinishedDialog, type useEmailLookup } from './use-email-lookup.ts'

type CustomerStepProps = {
  form: FormHandle<CustomerName>
  regions: readonly Region[]
  lookup: ReturnType<typeof useEmailLookup>
  draft: ReturnType<typeof useDraft>
  /** A message from the server, shown before anything is typed. */
  notice: ReactNode
  /** A payment with this email is in progress and being waited for. */
  isConfirming: boolean
  /** The page was restored by the browser, without its secrets. */
  hasForgotten: boolean
  /** The form was changed while an answer was awaited, so Next has to be pressed again. */
  hasChanged: boolean
  /** The form was just cleared; this can be undone. */
  isCleared: boolean
  onClear: () => void
  onUndo: () => void
  onNext: (values: CustomerValues) => Promise<TaskResult>
}

export function CustomerStep({ form, lookup, draft, notice, onClear, onNext, ...props }: CustomerStepProps) {
  const { email, full_name: name, company } = form.values

  function leaveEmail({ relatedTarget }: FocusEvent) {
    if (email !== '' && form.field('email').config.valid) lookup.leave(relatedTarget)
  }

  /** The Undo button disappears, so the focus moves to the first field. */
  function undo() {
    props.onUndo()
    const field = form.element.current?.elements.namedItem('email')
    if (field instanceof HTMLInputElement) field.focus()
  }

  return (
    <>
      <h1 tabIndex={-1}>Customer information</h1>
      <p className="lede">
        There are two short steps. If you leave, you can continue later today. We save what you enter, but
        never your password.
      </p>
      {notice}
      {props.hasForgotten && <ForgottenBanner />}
      <DraftLine draft={draft} isCleared={props.isCleared} onClear={onClear} onUndo={undo} />
      <Form form={form} onSubmit={onNext} generalErrors="below" label="Customer information">
        <div className="part">
          <div className="row">
            <TextField field={form.field('email')} inputMode="email" onBlur={leaveEmail} />
            <TextField field={form.field('confirmEmail')} inputMode="email" />
          </div>
          <div className="row">
            <TextField field={form.field('full_name')} />
            <TextField field={form.field('company')} />
          </div>
          <PhoneField field={form.field('mobile_phone')} />
        </div>
        <div className="part">
          <h2>Address</h2>
          <AddressFields form={form} regions={props.regions} />
          <CheckboxField field={form.field('same_billing_address')} />
        </div>
        <div className="part">
          <h2>About you</h2>
          <div className="row">
            <SelectField field={form.field('industry')} />
            <SelectField field={form.field('howDidYouHearAboutUs')} />
          </div>
        </div>
        <div className="part">
          <h2>Your sign-in</h2>
          <SignInFields form={form} person={{ email, name, company }} />
        </div>
        {props.isConfirming && <ConfirmingBanner />}
        {props.hasChanged && !form.isBusy && <ChangedBanner />}
        <div className="between">
          <span />
          <SubmitButton form={form}>Next</SubmitButton>
        </div>
      </Form>
      <UnfinishedDialog lookup={lookup} form={form.element} />
    </>
  )
}

type DraftLineProps = {
  draft: ReturnType<typeof useDraft>
  isCleared: boolean
  onClear: () => void
  onUndo: () => void
}

/** The state of the draft, with buttons to clear it and to undo that. Keeps its space when empty. */
function DraftLine({ draft, isCleared, onClear, onUndo }: DraftLineProps) {
  const { isTouched, isRestored, isBack } = draft
  return (
    <p className="sign-up-draft">
      {isBack && <span>We restored what you entered, except your password.</span>}
      {isRestored && !isBack && (
        <span>
          {draft.areAnswersGone
            ? 'We restored what you entered earlier, except passwords and security answers. Please enter them again.'
            : 'We restored what you entered earlier, except passwords.'}
        </span>
      )}
      {isCleared && (
        <>
          <span>Your entries were cleared.</span> <Quiet onClick={onUndo}>Undo</Quiet>
        </>
      )}
      {(isTouched || isRestored || isBack) && <Quiet onClick={onClear}>Clear my entries</Quiet>}
    </p>
  )
}

function Quiet({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="as-link" onClick={onClick}>
      {children}
    </button>
  )
}
