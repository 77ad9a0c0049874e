import { asksForTooMany, MOST_LICENCES, type PlanLine } from '#contract/catalogue/plan.ts'
import * as messages from '#contract/features/sign-up/messages.ts'
import type { Provider } from '#contract/provider/provider.ts'
import type { Query } from '#contract/wire/query.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PlanLines } from '#web/ui/PlanLines.tsx'
import { editUrl } from './edit-url.ts'

export type ProgressProps = {
  provider: Provider
  query: Query
  /** Empty while the plan is unknown. */
  lines: readonly PlanLine[]
  step: number
  steps: number
}

/** The specification uses both spellings; each screen uses the one of its messages. */
type PanelProps = ProgressProps & { licences?: 'licences' | 'licenses' }

/** The progress and the plan. Where it does not fit next to the form, PlanBar shows both above it. */
export function ProgressPanel({ provider, query, lines, step, steps, licences = 'licences' }: PanelProps) {
  return (
    <>
      <div className="steps">
        <span>{`Step ${step} of ${steps}`}</span>
        {Array.from({ length: steps }, (_, index) => index + 1).map((number) => (
          <i key={number} className={number <= step ? 'on' : ''} />
        ))}
      </div>
      <h2>Join 25,000+ sales professionals</h2>
      {lines.length > 0 && (
        <div className="plan">
          <h3>Your Custom Plan</h3>
          <PlanLines lines={lines} />
          {asksForTooMany(query) && <p className="hint">{messages.cutToMost(MOST_LICENCES)}</p>}
          <LinkButton href={editUrl(provider, query)} look="ghost">
            Edit Plan
          </LinkButton>
        </div>
      )}
      <p className="hint">
        Billed monthly, in advance, and not refundable. Cancel before the next billing date and keep your
        service to the end of the paid month.
      </p>
      <p className="hint">
        {`Each agent needs agent access. Dialing ${licences} can be shared between agents who do not dial at the same time. Users, ${licences} and data can be added at any time after signing up.`}
      </p>
    </>
  )
}
