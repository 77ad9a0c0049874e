import type { ReactNode } from 'react'
import { dayIn } from '#contract/billing-dates.ts'
import { DEFAULT_TIME_ZONE } from '#contract/options.ts'
import type { PageProps } from '#contract/pages.ts'
import { type PlanLine, totalOf } from '#contract/plan.ts'
import { BillingStep } from './BillingStep.tsx'
import { CustomerStep } from './CustomerStep.tsx'
import { ProgressPanel } from './ProgressPanel.tsx'
import { useNewWizard } from './use-new-wizard.ts'

type NewWizardProps = PageProps<'sign-up'> & {
  lines: PlanLine[]
  children: (parts: { panel: ReactNode; content: ReactNode }) => ReactNode
}

/** Two steps over one page. A step that was visited stays in the page, hidden: what was typed in it stays too. */
export function NewWizard({ children, lines, ...props }: NewWizardProps) {
  const { values, provider, query, now } = props
  const wizard = useNewWizard({ ...props, lines })
  const { step, hasSeenBilling, customer, billing } = wizard
  const region = values.regions.find((entry) => entry.value === customer.form.values.state)
  return children({
    panel: <ProgressPanel provider={provider} query={query} lines={lines} step={step} steps={2} />,
    content: (
      <>
        <div hidden={step !== 1}>
          <CustomerStep {...customer} />
        </div>
        {hasSeenBilling && (
          <div hidden={step !== 2} ref={wizard.billingRef}>
            <BillingStep
              {...billing}
              provider={provider}
              regions={values.regions}
              totalCents={totalOf(lines)}
              today={dayIn(region?.timeZone ?? DEFAULT_TIME_ZONE, new Date(now))}
            />
          </div>
        )}
      </>
    ),
  })
}
