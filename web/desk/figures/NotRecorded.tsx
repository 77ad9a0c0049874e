import type { MonthlyFigure } from '#contract/billing/figure-names.ts'
import { reportingMonthOf } from '#contract/calendar/reporting-months.ts'
import { isKnown, notRecordedBefore } from '#contract/desk/figures/recorded.ts'
import type { FiguresOfMonth, FiguresValues } from '#contract/desk/figures/values.ts'

/** The months whose figure was recorded, or needs no recording. */
export function knownMonths(
  { months }: Pick<FiguresValues, 'months'>,
  figure: MonthlyFigure,
): FiguresOfMonth[] {
  return months.filter((month) => isKnown(figure, month))
}

/** Why a section has fewer months than the page, if it has. */
export function NotRecorded({ values, figure }: { values: FiguresValues; figure: MonthlyFigure }) {
  const { months, recordedSince } = values
  if (!recordedSince || knownMonths(values, figure).length === months.length) return null
  return <p className="hint">{notRecordedBefore(reportingMonthOf(new Date(recordedSince)))}</p>
}
