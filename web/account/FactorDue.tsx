import { pages } from '#contract/pages.ts'

/** The owner requires a second factor, and this person has none yet. */
export function FactorDue({ dueAt, hasLink = false }: { dueAt: string; hasLink?: boolean }) {
  return (
    <div className="banner warn unprinted">
      <div>
        {`The owner of this account requires two-step verification. Set it up by ${dueAt}. After that, you must set it up before you can do anything else. `}
        {hasLink && <a href={pages['second-factor']}>Set it up now</a>}
      </div>
    </div>
  )
}
