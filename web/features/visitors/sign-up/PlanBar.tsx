import { formatPrice } from '#contract/catalogue/money.ts'
import { asksForTooMany, MOST_LICENCES, totalOf } from '#contract/catalogue/plan.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PlanLines } from '#web/ui/PlanLines.tsx'
import { editUrl } from './edit-url.ts'
import type { ProgressProps } from './ProgressPanel.tsx'

/** Where the panel does not fit next to the form: step and price above it, with the plan expandable. */
export function PlanBar({ provider, query, lines, step, steps }: ProgressProps) {
  const place = `Step ${step} of ${steps}`
  if (lines.length === 0) {
    return (
      <section className="plan-bar top" aria-label="Your progress">
        <p>{place}</p>
      </section>
    )
  }
  return (
    <section className="plan-bar top" aria-label="Your plan">
      <details>
        <summary>
          <span>{place}</span>
          <span className="end">
            Your plan <b>{`${formatPrice(totalOf(lines))} / mo`}</b>
          </span>
        </summary>
        <div className="opened">
          <h2>Your Custom Plan</h2>
          <PlanLines lines={lines} />
          {asksForTooMany(query) && <p>{messages.cutToMost(MOST_LICENCES)}</p>}
          <LinkButton href={editUrl(provider, query)} look="ghost">
            Edit Plan
          </LinkButton>
        </div>
      </details>
    </section>
  )
}
