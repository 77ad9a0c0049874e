import { type FocusEvent, type MouseEvent, type ReactNode, useMemo, useState } from 'react'
import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import { linesOf, quantitiesOf, totalOf } from '#contract/catalogue/plan.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import type { PageProps } from '#contract/page-values.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { GeneralErrors } from '#web/form/ErrorSummary.tsx'
import { Form } from '#web/form/Form.tsx'
import { PhoneField } from '#web/form/PhoneField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useLeaving } from '#web/form/use-leaving.ts'
import { Boundary } from '#web/Hydrated.tsx'
import { ConfirmingBanner } from '#web/orders/ConfirmingBanner.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { type CustomerValues, NEW_STEPS, titleOfStep } from './new-wizard.ts'
import {
  AddressFields,
  ChangedBanner,
  ClearedSecretsBanner,
  RefusedBanner,
  SignInFields,
} from './StepParts.tsx'
import { type NewHandle, useNewWizard, type Wizard } from './use-new-wizard.ts'
import { LeaveDialog, PaidView, PlanBar, ProgressPanel, useLeaveQuestion } from './WizardFrame.tsx'
import { UnfinishedDialog } from './wizard-effects.ts'
import { PAID, useSignUpContext, useTitle } from './wizard-parts.ts'

export function SignUpPage(props: PageProps<'sign-up'>) {
  const { query, provider, now } = props
  const { values, error, confirm } = useSignUpContext(props.values)
  const lines = useMemo(() => linesOf(quantitiesOf(query), values.prices), [query, values.prices])
  const [round, setRound] = useState(0)
  /** What was last cleared, for undo. Not stored. */
  const [cleared, setCleared] = useState<Partial<CustomerValues>>()
  useLeaving(() => setCleared(undefined))

  function startOver(typed: Partial<CustomerValues>) {
    setRound(round + 1)
    setCleared(typed)
    // The pressed button was removed, so the focus moves to the heading.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus())
  }

  return (
    <NewWizard
      key={round}
      {...props}
      values={values}
      lines={lines}
      contextError={error}
      onPriceDoubt={confirm}
      cleared={cleared}
      onStartAnew={startOver}
      onUndone={() => setCleared(undefined)}
    >
      {({ content, ...parts }) => (
        <Layout provider={provider} now={now} {...parts} wide>
          {content}
        </Layout>
      )}
    </NewWizard>
  )
}

type NewWizardProps = Wizard & {
  contextError: string
  children: (parts: Parts) => ReactNode
}

type Parts = {
  panel: ReactNode
  bar: ReactNode
  content: ReactNode
  onSignUp: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** Two steps on one page. A visited step stays mounted but hidden, and so keeps what was typed. */
function NewWizard({ children, contextError, ...props }: NewWizardProps) {
  const { values, provider, query, now, lines } = props
  const wizard = useNewWizard(props)
  const { BillingStep, customerForm } = wizard
  const { step, hasSeenBilling, refusal, isPaid } = wizard.state
  // What was paid, perhaps in another tab, may differ from the plan in this URL.
  const summary = useMemo(() => {
    const progress = { provider, query, lines: isPaid ? [] : lines, step, steps: NEW_STEPS }
    return {
      panel: (
        <Boundary>
          <ProgressPanel {...progress} />
        </Boundary>
      ),
      bar: <Boundary>{!isPaid && <PlanBar {...progress} />}</Boundary>,
    }
  }, [provider, query, lines, isPaid, step])
  const question = useLeaveQuestion(wizard.isTyped)
  useTitle(provider, isPaid ? PAID : titleOfStep(step))
  const region = values.regions.find((entry) => entry.value === customerForm.values.state)
  return children({
    onSignUp: question.ask,
    ...summary,
    content: isPaid ? (
      <PaidView />
    ) : (
      <div ref={wizard.contentRef} {...wizard.presence.watch}>
        {refusal && <RefusedBanner errors={refusal} step={2} onOpen={() => wizard.onRefusal(refusal)} />}
        <div hidden={step !== 1}>
          <CustomerStep
            wizard={wizard}
            regions={values.regions}
            notice={<ContextError message={contextError} />}
          />
        </div>
        {hasSeenBilling && BillingStep && (
          <div hidden={step !== 2}>
            <BillingStep
              form={wizard.billingForm}
              isConfirming={wizard.payment.isConfirming}
              onPrevious={wizard.onPrevious}
              onPay={wizard.onPay}
              provider={provider}
              countries={values.countries}
              regions={values.regions}
              totalCents={totalOf(lines)}
              now={now}
              timeZone={region?.timeZone ?? DEFAULT_TIME_ZONE}
            />
          </div>
        )}
        <LeaveDialog question={question} />
      </div>
    ),
  })
}

function ContextError({ message }: { message: string }) {
  return <GeneralErrors messages={message === '' ? [] : [message]} />
}

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
      {state.hasClearedSecrets && <ClearedSecretsBanner />}
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
