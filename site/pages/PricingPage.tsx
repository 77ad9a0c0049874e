import { formatPrice } from '#contract/catalogue/money.ts'
import { linesOf, totalOf } from '#contract/catalogue/plan.ts'
import { Layout } from '#web/ui/Layout.tsx'
import type { SitePageProps } from '../page-props.ts'
import { PlanForm } from '../plan-builder/PlanForm.tsx'
import { PLAN_PANEL_ID, PlanPanel } from '../plan-builder/PlanPanel.tsx'
import { usePlan } from '../plan-builder/use-plan.ts'

/** Edit Plan on the sign-up page leads here, with the plan in the query. */
export function PricingPage({ values: { prices }, query, provider, now }: SitePageProps) {
  const plan = usePlan(query)
  const total = totalOf(linesOf(plan.quantities, prices))
  return (
    <Layout
      provider={provider}
      now={now}
      wide
      panel={<PlanPanel query={query} prices={prices} quantities={plan.quantities} />}
    >
      <div id="plan-builder">
        <h1>Plan builder</h1>
        <p className="lede">
          Agent access is part of every plan. Dialing licences can be shared between agents who do not dial at
          the same time.
        </p>
        <PlanForm query={query} prices={prices} plan={plan} />
        <p className="site-tally">
          <span>{`So far: ${formatPrice(total)} / mo`}</span>
          <a href={`#${PLAN_PANEL_ID}`}>Your plan</a>
        </p>
      </div>
    </Layout>
  )
}
