import { type MouseEvent, type ReactNode, useState } from 'react'
import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import { linesOf, quantitiesOf, totalOf } from '#contract/catalogue/plan.ts'
import type { PageProps } from '#contract/page-values.ts'
import { GeneralErrors } from '#web/form/GeneralErrors.tsx'
import { useLeaving } from '#web/form/use-leaving.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { CustomerStep } from './CustomerStep.tsx'
import type { CustomerValues } from './customer.ts'
import { NEW_STEPS, titleOfStep } from './new-wizard.ts'
import { RefusedBanner } from './StepParts.tsx'
import { useNewWizard, type Wizard } from './use-new-wizard.ts'
import { useSignUpContext } from './use-sign-up-context.ts'
import { LeaveDialog, PaidView, PlanBar, ProgressPanel, useLeaveQuestion } from './WizardFrame.tsx'
import { PAID, useTitle } from './wizard-parts.ts'

export function SignUpPage(props: PageProps<'sign-up'>) {
  const { query, provider, now } = props
  const { values, error, confirm } = useSignUpContext(props.values)
  const [round, setRound] = useState(0)
  /** What was last cleared, for undo. Not stored. */
  const [cleared, setCleared] = useState<Partial<CustomerValues>>()
  useLeaving(() => setCleared(undefined))

  function startAnew(typed: Partial<CustomerValues>) {
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
      lines={linesOf(quantitiesOf(query), values.prices)}
      contextError={error}
      onPriceDoubt={confirm}
      cleared={cleared}
      onStartAnew={startAnew}
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
  const progress = { provider, query, lines: isPaid ? [] : lines, step, steps: NEW_STEPS }
  const question = useLeaveQuestion(wizard.isTyped)
  useTitle(provider, isPaid ? PAID : titleOfStep(step))
  const region = values.regions.find((entry) => entry.value === customerForm.values.state)
  return children({
    onSignUp: question.ask,
    panel: <ProgressPanel {...progress} />,
    bar: !isPaid && <PlanBar {...progress} />,
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
