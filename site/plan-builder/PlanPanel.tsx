import { linesOf, type PriceList, type Quantities } from '#contract/catalogue/plan.ts'
import type { Query } from '#contract/wire/query.ts'
import { PlanLines } from '#web/ui/PlanLines.tsx'
import { Panel } from '../parts/Panel.tsx'
import { isWorthSigningUp } from './plan.ts'
import { SignUpButton } from './SignUpButton.tsx'

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
