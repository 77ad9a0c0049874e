import type { FocusEvent, ReactNode } from 'react'
import { hasData } from '#contract/features/sign-up/legacy-choices.ts'
import { type AccountType, type Package, packages } from '#contract/features/sign-up/options.ts'
import { UnfinishedDialog } from '#web/features/visitors/sign-up/wizard-effects.ts'
import { Form } from '#web/form/Form.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { ConfirmingBanner } from '#web/orders/ConfirmingBanner.tsx'
import type { LegacyHandle } from './use-legacy-wizard.ts'

type AccountStepProps = {
  wizard: LegacyHandle
  /** A message from the server, shown before anything is typed. */
  notice: ReactNode
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
export function AccountStep({ wizard, notice }: AccountStepProps) {
  const { form, lookUp, go, isDataSold } = wizard
  const { choices, confirming, unfinished } = wizard.state
  const { email } = form.values
  const offered = packageCards.filter(
    ({ value }) => isDataSold || !hasData(value) || value === choices.dataAndDialerChoice,
  )

  function leaveEmail({ relatedTarget }: FocusEvent) {
    if (email === '' || !form.field('email').config.valid) return
    const isNext = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'
    // Next does its own check. A dialog about another email takes precedence over the look-up.
    const isAsked = !isNext && go({ kind: 'email left', email }).choices.notice !== null
    if (!isAsked) lookUp.leave(email, relatedTarget)
  }

  return (
    <>
      <h1 tabIndex={-1}>Your account</h1>
      <p className="lede">Five short steps. We keep your place in this tab, never your password or card.</p>
      {notice}
      <Form form={form} onSubmit={wizard.onNext} generalErrors="below" label="Your account">
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
            onChoose={(accountType) => void go({ kind: 'change', change: { kind: 'account', accountType } })}
          />
          <ChoiceCards
            legend="Package"
            name="dataAndDialerChoice"
            cards={offered}
            chosen={choices.dataAndDialerChoice}
            disabled={!form.isHydrated}
            onChoose={(dataAndDialerChoice) =>
              void go({ kind: 'change', change: { kind: 'package', dataAndDialerChoice } })
            }
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

export type Card<Value extends string> = { value: Value; title: string; text: ReactNode; price?: string }

type ChoiceCardsProps<Value extends string> = {
  legend: string
  name: string
  cards: readonly Card<Value>[]
  chosen: Value | undefined
  disabled?: boolean
  onChoose: (value: Value) => void
}

/** Radio buttons styled as cards, each with a short description. */
export function ChoiceCards<Value extends string>({
  legend,
  name,
  cards,
  ...props
}: ChoiceCardsProps<Value>) {
  const { chosen, disabled = false, onChoose } = props
  return (
    <fieldset className="group sign-up-cards" disabled={disabled}>
      <legend>{legend}</legend>
      {cards.map(({ value, title, text, price }) => (
        <label className="pick card" key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>
            <b>{title}</b>
            <span className="hint">{text}</span>
            {price && <span className="price">{price}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
