import type { ReactNode } from 'react'
import { DEFAULT_TIME_ZONE } from '#contract/options.ts'
import { totalOf } from '#contract/plan.ts'
import { GeneralErrors } from '#web/form/GeneralErrors.tsx'
import { CustomerStep } from './CustomerStep.tsx'
import { PaidView } from './PaidView.tsx'
import { ProgressPanel } from './ProgressPanel.tsx'
import { useNewWizard, type Wizard } from './use-new-wizard.ts'

type NewWizardProps = Wizard & {
  contextError: string
  children: (parts: { panel: ReactNode; content: ReactNode }) => ReactNode
}

/** Two steps over one page. A step that was visited stays in the page, hidden: what was typed in it stays too. */
export function NewWizard({ children, contextError, ...props }: NewWizardProps) {
  const { values, provider, query, now, lines } = props
  const wizard = useNewWizard(props)
  const { step, hasSeenBilling, BillingStep, customer, billing } = wizard
  // What was paid, perhaps in another tab, need not be the plan of this address.
  const shown = wizard.isPaid ? [] : lines
  const region = values.regions.find((entry) => entry.value === customer.form.values.state)
  return children({
    panel: <ProgressPanel provider={provider} query={query} lines={shown} step={step} steps={2} />,
    content: wizard.isPaid ? (
      <PaidView />
    ) : (
      <div ref={wizard.contentRef}>
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
      </div>
    ),
  })
}

function ContextError({ message }: { message: string }) {
  return <GeneralErrors messages={message === '' ? [] : [message]} />
}
