import type { FocusEvent, ReactNode } from 'react'
import type { Region } from '#contract/catalogue/regions.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { Form } from '#web/form/Form.tsx'
import { PhoneField } from '#web/form/PhoneField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { ConfirmingBanner } from '#web/orders/ConfirmingBanner.tsx'
import { AddressFields, ChangedBanner, ForgottenBanner, SignInFields } from './StepParts.tsx'
import type { NewHandle } from './use-new-wizard.ts'
import { UnfinishedDialog } from './wizard-effects.ts'

type CustomerStepProps = {
  wizard: NewHandle
  regions: readonly Region[]
  /** A message from the server, shown before anything is typed. */
  notice: ReactNode
}

export function CustomerStep({ wizard, regions, notice }: CustomerStepProps) {
  const { state, customerForm: form, lookUp } = wizard
  const { email, full_name: name, company } = form.values
  const { confirming } = state

  function leaveEmail({ relatedTarget }: FocusEvent) {
    if (email !== '' && form.field('email').config.valid) lookUp.leave(email, relatedTarget)
  }

  /** The Undo button disappears, so the focus moves to the first field. */
  function undo() {
    wizard.onUndo()
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
      {state.hasForgotten && <ForgottenBanner />}
      <DraftLine wizard={wizard} onUndo={undo} />
      <Form form={form} onSubmit={wizard.onNext} generalErrors="below" label="Customer information">
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
          <AddressFields form={form} regions={regions} />
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
        {(confirming.lookUp || confirming.save) && <ConfirmingBanner />}
        {state.hasChanged && !form.isBusy && <ChangedBanner />}
        <div className="between">
          <span />
          <SubmitButton form={form}>Next</SubmitButton>
        </div>
      </Form>
      <UnfinishedDialog email={state.unfinished} lookUp={lookUp} form={form.element} />
    </>
  )
}

/** The state of the draft, with buttons to clear it and to undo that. Keeps its space when empty. */
function DraftLine({ wizard, onUndo }: { wizard: NewHandle; onUndo: () => void }) {
  const { isTouched, isCleared, onClear } = wizard
  const { restored, isBack } = wizard.state
  const isRestored = restored !== 'nothing'
  return (
    <p className="sign-up-draft">
      {isBack && <span>We restored what you entered, except your password.</span>}
      {isRestored && !isBack && (
        <span>
          {restored === 'without answers'
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
