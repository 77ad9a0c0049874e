import { LinkButton } from '#web/ui/LinkButton.tsx'

type PageLinksProps = {
  /** Its accessible name. */
  label: string
  /** Null on the first page. */
  first: string | null
  /** Null on the last page. */
  next: string | null
}

/** The links below a list that is shown in pages. */
export function PageLinks({ label, first, next }: PageLinksProps) {
  if (first === null && next === null) return null
  return (
    <nav className="cluster" aria-label={label}>
      {first !== null && (
        <LinkButton look="quiet" small href={first}>
          First page
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton look="quiet" small href={next}>
          Next page
        </LinkButton>
      )}
    </nav>
  )
}
