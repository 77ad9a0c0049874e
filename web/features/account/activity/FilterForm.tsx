import { type ActivityKind, activityKinds } from '#contract/features/activity/activities.ts'
import { pages } from '#contract/pages.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'

export function FilterForm({ kind }: { kind: ActivityKind | null }) {
  return (
    <form className="activity-filter" method="get" action={pages.activity}>
      <div className="field">
        <label htmlFor="kind">Show</label>
        <select className="input" id="kind" name="kind" defaultValue={kind ?? ''} autoComplete="off">
          <option value="">Everything</option>
          {Object.entries(activityKinds).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <button className={buttonClass('quiet', false)} type="submit">
        Filter
      </button>
      <LinkButton href={`${pages.activity}activity.csv${kind ? `?kind=${kind}` : ''}`} look="quiet">
        Download as CSV
      </LinkButton>
    </form>
  )
}
