import { splitByCredit } from '#contract/billing/split-by-credit.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'
import type { ChangePreview, PartMonthLine, RepricedLine } from '#contract/catalogue/plan-change.ts'
import type { PageProps } from '#contract/page-values.ts'

/** Whether there is anything to confirm: a different plan, or dropping a scheduled change. */
export function isChange(
  { hasMore, hasLess }: ChangePreview,
  planned: PageProps<'plan'>['values']['money']['change'],
): boolean {
  return hasMore || hasLess || planned !== null
}

/** The charge now and the monthly price, line by line. */
export function PreviewLines({
  preview,
  creditCents: hasCredit,
  month,
}: {
  preview: ChangePreview
  creditCents: Cents
  month: { to: string }
}) {
  const { nowLines, creditLines, repriced, nowCents, nextCents } = preview
  const { cents, creditCents } = splitByCredit(nowCents, hasCredit)
  return (
    <>
      {nowLines.map((line) => (
        <div className="line" key={line.key}>
          <span>{describePart(line, line.label, preview)}</span>
          <span>{formatAmount(line.cents)}</span>
        </div>
      ))}
      {creditLines.map((line) => (
        <div className="line" key={line.key}>
          <span>{describePart(line, `${line.label} credit`, preview)}</span>
          <span>{formatAmount(-line.cents)}</span>
        </div>
      ))}
      {creditCents > 0 && (
        <div className="line">
          <span>Your credit</span>
          <span>{formatAmount(-creditCents)}</span>
        </div>
      )}
      <div className="line today">
        <span>Charged now</span>
        <span>{formatAmount(cents)}</span>
      </div>
      {repriced.map((line) => (
        <div className="line" key={line.key}>
          <span>{formatNewPrice(line)}</span>
          <span>{`${line.to > line.from ? '+' : ''}${formatAmount(line.count * (line.to - line.from))}`}</span>
        </div>
      ))}
      <div className="line">
        <span>{`Every month from ${formatDay(month.to)}`}</span>
        <span>{formatAmount(nextCents)}</span>
      </div>
    </>
  )
}

function describePart(
  { count }: PartMonthLine,
  what: string,
  { daysLeft, daysOfMonth }: ChangePreview,
): string {
  return `${count > 1 ? `${what} × ${count}` : what}, ${daysLeft} of ${daysOfMonth} days`
}

function formatNewPrice({ label, count, from, to }: RepricedLine): string {
  const those = count === 1 ? 'the one you have' : `the ${count} you have`
  return `${label}, ${those}: new price ${formatAmount(to)} a month${count === 1 ? '' : ' each'}, not ${formatAmount(from)}`
}
