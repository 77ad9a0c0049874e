import type { ReactNode } from 'react'
import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import { totalOf } from '#contract/catalogue/plan.ts'
import type { Region } from '#contract/catalogue/regions.ts'
import { type LegacyStep, stepNumberOf, thirdStep } from '#contract/features/sign-up/legacy-choices.ts'
import { BillingStep } from '#web/features/visitors/sign-up/BillingStep.tsx'
import {
  AddressFields,
  ChangedBanner,
  ClearedSecretsBanner,
  RefusedBanner,
  SignInFields,
} from '#web/features/visitors/sign-up/StepParts.tsx'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { FieldGroup } from '#web/form/FieldGroup.tsx'
import { Form } from '#web/form/Form.tsx'
import { PhoneField } from '#web/form/PhoneField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import { ConfirmingBanner } from '#web/orders/ConfirmingBanner.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { BusinessStep } from './BusinessStep.tsx'
import { NoticeDialog } from './NoticeDialog.tsx'
import { messageOf, ThirdStep } from './ThirdStep.tsx'
import {
  howHeardNames,
  type LaterPage,
  type LegacyCustomerName,
  type LegacyCustomerValues,
  useLaterSteps,
} from './use-later-steps.ts'

/** Steps two to five. A visited step stays mounted but hidden, and so keeps what was typed. */
export function LaterSteps(props: LaterPage) {
  const { values, provider, now, wizard, lines } = props
  const { prices } = values
  const { state, go, payment } = wizard
  const { step, seen, choices, confirming } = state
  const later = useLaterSteps(props)
  const { notice, quantities } = choices
  const open = (next: LegacyStep) => () => void go({ kind: 'open', step: next })
  if (step === 'unknown') return null
  return (
    <>
      {state.refusal && (
        <RefusedBanner
          errors={state.refusal.errors}
          step={stepNumberOf(state.refusal.step)}
          onOpen={() => state.refusal && later.openRefusal(state.refusal)}
        />
      )}
      {seen.includes('step-2') && (
        <div hidden={step !== 'step-2'}>
          {/* A different email starts a new sign-up with a new market, so the step is remounted. */}
          <BusinessStep
            key={choices.email}
            wizard={wizard}
            countries={values.countries}
            regions={values.regions}
            offer={values.offer}
            onPrevious={open('step-1')}
            onNext={later.leaveBusiness}
          />
        </div>
      )}
      {stepNumberOf(step) === 3 && (
        <div>
          <ThirdStep
            choices={choices}
            offer={values.offer}
            prices={prices}
            lines={lines}
            errors={state.planErrors}
            onPick={(item, quantity) => go({ kind: 'change', change: { kind: 'quantity', item, quantity } })}
            onMix={(mix) => go({ kind: 'change', change: { kind: 'mix', mix } })}
            onSwitch={open(step === 'licences' ? 'step-3' : 'licences')}
            onPrevious={open('step-2')}
            onNext={() => go({ kind: 'plan done' })}
          />
        </div>
      )}
      {seen.includes('step-4') && (
        <div hidden={step !== 'step-4'}>
          <LegacyCustomerStep
            form={later.customer.form}
            regions={values.regions}
            notice={
              state.hasClearedSecrets ? (
                <ClearedSecretsBanner />
              ) : (
                later.customer.isPasswordGone && (
                  <Banner tone="info">
                    {later.customer.areAnswersGone
                      ? 'What you entered is still here, except your password and your security answers, which we never keep in readable form. Please enter them again.'
                      : 'What you entered is still here, except your password, which we never keep. Please choose it again.'}
                  </Banner>
                )
              )
            }
            waiting={
              confirming.lookUp || confirming.save ? (
                <ConfirmingBanner />
              ) : (
                state.hasChanged && !later.customer.form.isBusy && <ChangedBanner />
              )
            }
            onPrevious={open(thirdStep(choices.stepThree))}
            onNext={later.leaveCustomer}
          />
        </div>
      )}
      {seen.includes('step-5') && (
        <div hidden={step !== 'step-5'}>
          <BillingStep
            form={later.billingForm}
            provider={provider}
            countries={values.countries}
            regions={values.regions}
            totalCents={totalOf(lines)}
            now={now}
            // Empty while another one is being chosen on step four.
            timeZone={later.customer.form.values.time_zone || DEFAULT_TIME_ZONE}
            isConfirming={payment.isConfirming}
            offersSameAddress={false}
            onPrevious={open('step-4')}
            onPay={later.pay}
          />
        </div>
      )}
      {step !== 'step-1' && (
        <NoticeDialog
          // A notice of the previous step does not stay open, and one of the new step opens again.
          key={step}
          notice={notice}
          choices={choices}
          brandName={provider.brandName}
          help={
            notice?.kind === 'error' &&
            notice.dialersAsked > 0 && (
              <p className="hint">
                {`Dialing licenses can be shared between agents who do not dial at the same time. ${messageOf(quantities.lead, Math.min(notice.dialersAsked, quantities.lead), prices)}`}
              </p>
            )
          }
          onAnswer={later.answerNotice}
        />
      )}
    </>
  )
}

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
function LegacyCustomerStep({ form, regions, notice, waiting, ...events }: LegacyCustomerStepProps) {
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
