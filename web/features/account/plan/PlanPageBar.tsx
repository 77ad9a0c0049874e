import { formatAmount, formatPrice } from '#contract/catalogue/money.ts'
import type { ChangePreview } from '#contract/catalogue/plan-change.ts'
import type { PageProps } from '#contract/page-values.ts'
import { isChange, PreviewLines } from './PreviewLines.tsx'

type PlanPageBarProps = {
  preview: ChangePreview
  values: PageProps<'plan'>['values']
  month: { to: string }
}

/** On a phone the price preview is below all choices, so this bar keeps it visible from the first one. */
export function PlanPageBar({ preview, values, month }: PlanPageBarProps) {
  const changes = isChange(preview, values.money.change)
  return (
    <div className="plan-bar card">
      <details aria-label="Your plan">
        <summary>
          <span>{changes ? 'New plan' : 'Your plan'}</span>
          <span className="end">
            <b>{`${formatAmount(preview.nextCents)} / mo`}</b>
          </span>
        </summary>
        <div className="opened">
          {!changes &&
            values.plan.lines.map(({ key, label, quantity, amount }) => (
              <div className="line" key={key}>
                <span>{quantity > 1 ? `${label} × ${quantity}` : label}</span>
                <span>{formatPrice(amount)}</span>
              </div>
            ))}
          <PreviewLines preview={preview} creditCents={values.creditCents} month={month} />
        </div>
      </details>
    </div>
  )
}
