import { type ActivityKind, activityKinds } from '#contract/features/activity.ts'
import { pages } from '#contract/pages.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** Links: one press, with and without a script, and nothing changes while somebody moves through a list by keyboard. */
export function Filter({ kind }: { kind: ActivityKind | null }) {
  return (
    <div className="activity-filter">
      <nav aria-label="Filter">
        <ul className="activity-kinds">
          <Kind href={pages.activity} label="Everything" isShown={kind === null} />
          {Object.entries(activityKinds).map(([value, label]) => (
            <Kind
              key={value}
              href={`${pages.activity}?kind=${value}`}
              label={label}
              isShown={kind === value}
            />
          ))}
        </ul>
      </nav>
      <LinkButton href={`${pages.activity}activity.csv${kind ? `?kind=${kind}` : ''}`} look="quiet" small>
        Download as CSV
      </LinkButton>
    </div>
  )
}

function Kind({ href, label, isShown }: { href: string; label: string; isShown: boolean }) {
  return (
    <li>
      <a href={href} aria-current={isShown ? 'true' : undefined}>
        {label}
      </a>
    </li>
  )
}
