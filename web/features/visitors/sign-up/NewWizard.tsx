import type { MouseEvent, ReactNode } from 'react'
import { DEFAULT_TIME_ZONE } from '#contract/calendar/time-zones.ts'
import { totalOf } from '#contract/catalogue/plan.ts'
import { GeneralErrors } from '#web/form/GeneralErrors.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { CustomerStep } from './CustomerStep.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { PaidView } from './PaidView.tsx'
import { PlanBar } from './PlanBar.tsx'
import { ProgressPanel } from './ProgressPanel.tsx'
import { RefusedBanner } from './RefusedBanner.tsx'
import { NEW_STEPS, PAID, titleOfStep } from './step-titles.ts'
import { useLeaveQuestion } from './use-leave-question.ts'
import { useNewWizard, type Wizard } from './use-new-wizard.ts'

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
export function NewWizard({ children, contextError, ...props }: NewWizardProps) {
  const { values, provider, query, now, lines } = props
  const wizard = useNewWizard(props)
  const { step, hasSeenBilling, BillingStep, customer, billing, refusal } = wizard
  // What was paid, perhaps in another tab, may differ from the plan in this URL.
  const progress = { provider, query, lines: wizard.isPaid ? [] : lines, step, steps: NEW_STEPS }
  const question = useLeaveQuestion(wizard.isTyped)
  useTitle(provider, wizard.isPaid ? PAID : titleOfStep(step))
  const region = values.regions.find((entry) => entry.value === customer.form.values.state)
  return children({
    onSignUp: question.ask,
    panel: <ProgressPanel {...progress} />,
    bar: !wizard.isPaid && <PlanBar {...progress} />,
    content: wizard.isPaid ? (
      <PaidView />
    ) : (
      <div ref={wizard.contentRef} {...wizard.watch}>
        {refusal && <RefusedBanner errors={refusal} step={2} onOpen={() => wizard.onRefusal(refusal)} />}
        <div hidden={step !== 1}>
          <CustomerStep
            {...customer}
            regions={values.regions}
            notice={<ContextError message={contextError} />}
          />
        </div>
        {hasSeenBilling && BillingStep && (
          <div hidden={step !== 2}>
            <BillingStep
              {...billing}
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
