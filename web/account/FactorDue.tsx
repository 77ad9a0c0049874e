import { pages } from '#contract/pages.ts'

/** The owner requires a second factor, and this person has none yet. */
export function FactorDue({ dueAt, hasLink = false }: { dueAt: string; hasLink?: boolean }) {
  return (
    <div className="banner warn unprinted">
      <div>
        {`The owner of this account requires two-step verification. Set it up by ${dueAt}. After that, you can do nothing else before you have set it up. `}
        {hasLink && <a href={pages['second-factor']}>Set it up now</a>}
      </div>
    </div>
  )
}
