import { formatPrice } from '#contract/money.ts'
import type { Query } from '#contract/pages.ts'
import { items, linesOf, type PriceList, type Quantities, totalOf } from '#contract/plan.ts'
import { Panel } from '../parts/Panel.tsx'
import { isWorthSigningUp } from './plan.ts'
import { SignUpButton } from './SignUpButton.tsx'

export const PLAN_PANEL_ID = 'your-plan'

type PlanPanelProps = { query: Query; prices: PriceList; quantities: Quantities }

export function PlanPanel({ query, prices, quantities }: PlanPanelProps) {
  const lines = linesOf(quantities, prices)
  return (
    <Panel id={PLAN_PANEL_ID}>
      <h2>Build the plan that fits your calling day</h2>
      <p>Every plan is monthly. Add or drop users, dialers and data whenever you like.</p>
      <div className="plan">
        <h3>Your Custom Plan</h3>
        {lines.map(({ key, label, quantity, amount }) => (
          <div className="line" key={key}>
            <span>{items[key].kind === 'licence' ? `${label} ×\u00a0${quantity}` : label}</span>
            <span>{`${formatPrice(amount)} / mo`}</span>
          </div>
        ))}
        <div className="line total">
          <span>Total Monthly Cost</span>
          <output>
            {formatPrice(totalOf(lines))} <small>/ mo</small>
          </output>
        </div>
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
