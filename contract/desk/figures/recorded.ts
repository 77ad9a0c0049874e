import { type FigureName, recordedFigures } from '#contract/billing/figure-names.ts'
import { formatMonth, type ReportingMonth } from '#contract/calendar/reporting-months.ts'

const figures: readonly FigureName[] = recordedFigures

/** `recordedFrom`: the month in which the recording began. Null: it began with the first account. */
export function isRecordedMonth(month: ReportingMonth, recordedFrom: ReportingMonth | null): boolean {
  return recordedFrom === null || month >= recordedFrom
}

/** False if nobody can know: the figure is recorded, and the month is from before the recording. That is not zero. */
export function isKnown(figure: FigureName, { isRecorded }: { isRecorded: boolean }): boolean {
  return isRecorded || !figures.includes(figure)
}

export function notRecordedBefore(recordedFrom: ReportingMonth): string {
  return `Not recorded before ${formatMonth(recordedFrom)}.`
}
