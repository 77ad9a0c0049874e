import type { FocusEvent, ReactNode } from 'react'
import type { Change, Choices } from '#contract/features/sign-up/legacy-choices.ts'
import { hasData } from '#contract/features/sign-up/legacy-rules.ts'
import { type AccountType, type Package, packages } from '#contract/features/sign-up/options.ts'
import {
  type EffectState,
  type EmailLookUp,
  UnfinishedDialog,
} from '#web/features/visitors/sign-up/wizard-effects.ts'
import { Form } from '#web/form/Form.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import type { FormHandle } from '#web/form/use-form.ts'
import { ConfirmingBanner } from '#web/orders/ConfirmingBanner.tsx'
import { type Card, ChoiceCards } from './ChoiceCards.tsx'

type AccountStepProps = {
  form: FormHandle<'email'>
  lookUp: EmailLookUp
  state: EffectState & { choices: Choices }
  /** Not where the service is sold in Canada only. */
  isDataSold: boolean
  /** A message from the server, shown before anything is typed. */
  notice: ReactNode
  /** `asks`: leaving the email field opened a dialog, which takes precedence. */
  onEmail: (email: string) => { asks: boolean }
  onChange: (change: Change) => void
  onNext: (values: { email: string }) => Promise<TaskResult>
}

const accountCards: Card<AccountType>[] = [
  { value: 'single_user', title: 'Single User', text: 'One login' },
  { value: 'multi_user', title: 'Multi User', text: 'More than one login' },
]

const packageCards: Card<Package>[] = [
  {
    value: 'data_and_dialer',
    title: packages.data_and_dialer,
    text: 'Call with a power dialer, and buy leads',
  },
  { value: 'dialer', title: packages.dialer, text: 'Call with a power dialer, and bring your own leads' },
  { value: 'data', title: packages.data, text: 'Leads and data, without a dialer' },
]

/** Step one: the email, the account type and the package. */
export function AccountStep({ form, lookUp, state, isDataSold, notice, ...events }: AccountStepProps) {
  const { choices, confirming, unfinished } = state
  const { email } = form.values
  const offered = packageCards.filter(
    ({ value }) => isDataSold || !hasData(value) || value === choices.dataAndDialerChoice,
  )

  function leaveEmail({ relatedTarget }: FocusEvent) {
    if (email === '' || !form.field('email').config.valid) return
    const isNext = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'
    if (isNext || !events.onEmail(email).asks) lookUp.leave(email, relatedTarget)
  }

  return (
    <>
      <h1 tabIndex={-1}>Your account</h1>
      <p className="lede">Five short steps. We keep your place in this tab, never your password or card.</p>
      {notice}
      <Form form={form} onSubmit={events.onNext} generalErrors="below" label="Your account">
        <div className="part">
          <TextField field={form.field('email')} inputMode="email" onBlur={leaveEmail} />
        </div>
        <div className="part">
          <ChoiceCards
            legend="Account type"
            name="accountType"
            cards={accountCards}
            chosen={choices.accountType}
            disabled={!form.isHydrated}
            onChoose={(accountType) => events.onChange({ kind: 'account', accountType })}
          />
          <ChoiceCards
            legend="Package"
            name="dataAndDialerChoice"
            cards={offered}
            chosen={choices.dataAndDialerChoice}
            disabled={!form.isHydrated}
            onChoose={(dataAndDialerChoice) => events.onChange({ kind: 'package', dataAndDialerChoice })}
          />
        </div>
        {confirming.lookUp && <ConfirmingBanner />}
        <div className="between">
          <span />
          <SubmitButton form={form}>Next</SubmitButton>
        </div>
      </Form>
      <UnfinishedDialog email={unfinished} lookUp={lookUp} form={form.element} />
    </>
  )
}
