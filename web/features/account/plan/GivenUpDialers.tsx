import { formatDay } from '#contract/calendar/billing-dates.ts'
import { countDialers, describeLost, lostDialers } from '#contract/catalogue/dialers.ts'
import type { ChangePreview } from '#contract/catalogue/plan-change.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'

type GivenUpDialersProps = {
  values: PageProps<'plan'>['values']
  preview: ChangePreview
  month: { to: string }
}

/** Whose dialers end with this change, by the rule that the server applies. */
export function GivenUpDialers({ values, preview, month }: GivenUpDialersProps) {
  const before = countDialers(values.plan.lines)
  const [now, next] = [countDialers(preview.itemsNow), countDialers(preview.itemsNext)]
  const today = lostDialers(values.dialers, before, now)
  const remaining = values.dialers.filter((dialer) => !today.some((lost) => lost.dialer === dialer))
  const later = lostDialers(remaining, now, next)
  if (today.length + later.length === 0) return null
  const lines = [
    ...today.map((lost) => ({ lost, when: 'today' })),
    ...later.map((lost) => ({ lost, when: `on ${formatDay(month.to)}` })),
  ].filter(({ lost }) => lost.dialer.people.length > 0)
  if (lines.length === 0) return <p className="hint">Nobody has the dialers that you give up.</p>
  return (
    <>
      {lines.map(({ lost, when }) => (
        <p key={`${lost.dialer.item}-${lost.dialer.place}`}>
          {describeLost(lost, before[lost.dialer.item], when)}
        </p>
      ))}
      <p className="hint">
        Dialers that nobody has end first, then those that were assigned last. To keep a different one, change
        who has which on <a href={pages.people}>People</a>.
      </p>
    </>
  )
}
