import type { ActivityValues } from '#contract/features/activity.ts'
import { pages } from '#contract/pages.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

export function Paging({ values: { kind, older, isNewest } }: { values: ActivityValues }) {
  if (older === null && isNewest) return null
  const filter = kind ? `kind=${kind}` : ''
  return (
    <nav className="cluster" aria-label="Pages of the log">
      {!isNewest && (
        <LinkButton href={`${pages.activity}${filter && `?${filter}`}`} look="quiet" small>
          Latest
        </LinkButton>
      )}
      {older !== null && (
        <LinkButton href={`${pages.activity}?${filter && `${filter}&`}before=${older}`} look="quiet" small>
          Older
        </LinkButton>
      )}
    </nav>
  )
}
