import { formatPrice } from '#contract/catalogue/money.ts'
import { linesOf, type PriceList, type Quantities, totalOf } from '#contract/catalogue/plan.ts'
import type { Query } from '#contract/wire/query.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PlanLines } from '#web/ui/PlanLines.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { SitePageProps } from '../page-props.ts'
import { Panel } from '../parts/Panel.tsx'
import { PLAN_FORM_ID, PlanForm, usePlan } from '../plan-builder/PlanForm.tsx'
import { isWorthSigningUp, signUpUrl } from '../plan-builder/plan.ts'

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

export const PLAN_PANEL_ID = 'your-plan'

type PlanPanelProps = { query: Query; prices: PriceList; quantities: Quantities }

export function PlanPanel({ query, prices, quantities }: PlanPanelProps) {
  return (
    <Panel id={PLAN_PANEL_ID}>
      <h2>Build the plan that fits your calling day</h2>
      <p>Every plan is monthly. Add or remove users, dialers and data at any time.</p>
      <div className="plan">
        <h3>Your Custom Plan</h3>
        <PlanLines lines={linesOf(quantities, prices)} />
        <SignUpButton quantities={quantities} isPossible={isWorthSigningUp(quantities, query)} />
        <noscript>
          <p className="hint">Without scripts your changes are added up on the next page.</p>
        </noscript>
      </div>
      <p className="hint">
        Billed monthly, in advance, and not refundable. Cancel before the next billing date and keep your
        service to the end of the paid month.
      </p>
    </Panel>
  )
}

const WORDS = 'Sign up with this plan'
const REASON_ID = 'why-not-yet'

type SignUpButtonProps = { quantities: Quantities; isPossible: boolean }

/** A link once hydrated; before that, or without JavaScript, the form's submit button. */
export function SignUpButton({ quantities, isPossible }: SignUpButtonProps) {
  const isHydrated = useHydrated()
  if (!isHydrated) {
    return (
      <button className="btn ghost" type="submit" form={PLAN_FORM_ID}>
        {WORDS}
      </button>
    )
  }
  if (isPossible) {
    return (
      <LinkButton href={signUpUrl(quantities)} look="ghost">
        {WORDS}
      </LinkButton>
    )
  }
  return (
    <>
      <button className="btn ghost" type="button" aria-disabled="true" aria-describedby={REASON_ID}>
        {WORDS}
      </button>
      <p className="hint" id={REASON_ID}>
        Agent access comes with every plan. Choose a dialer, a feature or a data service to go with it.
      </p>
    </>
  )
}
