import { formatMonth, type ReportingMonth, shortMonth } from '#contract/calendar/reporting-months.ts'
import { type Fill, filled, Legend, Patterns } from './Patterns.tsx'

export type Series = {
  name: string
  fill: Fill
  /** One for each month. What is negative stands below the line. */
  values: readonly number[]
}

type MonthChartProps = {
  id: string
  title: string
  /** What the number of a month is, unless it is the height of the bar. */
  meaning?: string
  /** In place of the drawing, if it would show nothing. */
  empty: string
  /** What the drawing shows, for those who do not see it. The table beside it has the numbers. */
  description: string
  months: readonly ReportingMonth[]
  series: readonly Series[]
  format: (value: number) => string
}

const HEIGHT = 200
const LABEL = 18
const GAP = 0.14
/** So few months are not stretched over the whole width. */
const FEW = 6

/**
 * Stacked bars, one for each month. Across, everything is a share of the width: the text keeps its size on every screen.
 */
export function MonthChart({
  id,
  title,
  meaning,
  empty,
  description,
  months,
  series,
  format,
}: MonthChartProps) {
  if (months.length === 0) return null
  if (series.every(({ values }) => values.every((value) => value === 0)))
    return <p className="desk-empty">{empty}</p>
  const columns = months.map((month, at) => ({
    month,
    parts: stacked(series, at),
    total: totalOf(series, at),
  }))
  const top = Math.max(0, ...columns.flatMap(({ parts }) => parts.map(({ to }) => to)))
  const bottom = Math.min(0, ...columns.flatMap(({ parts }) => parts.map(({ from }) => from)))
  const scale = (HEIGHT - 2 * LABEL) / (top - bottom || 1)
  const y = (value: number) => LABEL + (top - value) * scale
  // On a narrow screen: all of a few months, else every third back from the last, and only the last number.
  const isLabeled = (at: number) => months.length <= FEW || (months.length - 1 - at) % 3 === 0
  const last = columns.at(-1)
  const step = 100 / Math.max(months.length, FEW)
  const caption = `${title}, ${rangeOf(months)}`
  return (
    <figure className="figures-chart">
      <figcaption>
        {caption}
        {meaning && <span className="hint"> {meaning}</span>}
      </figcaption>
      <svg
        width="100%"
        height={HEIGHT + LABEL}
        role="img"
        aria-label={caption}
        aria-describedby={`${id}-text`}
      >
        <desc id={`${id}-text`}>{description}</desc>
        <Patterns id={id} />
        <line className="figures-axis" x1="0" x2="100%" y1={y(0)} y2={y(0)} />
        {columns.map(({ month, parts, total }, at) => (
          <g key={month}>
            {parts
              .filter(({ from, to }) => to > from)
              .map(({ name, fill, from, to }) => (
                <rect
                  key={name}
                  x={`${(at + GAP) * step}%`}
                  width={`${(1 - 2 * GAP) * step}%`}
                  y={y(to)}
                  height={Math.max((to - from) * scale, 1)}
                  {...filled(id, fill)}
                />
              ))}
            <text
              className="figures-value figures-wide"
              x={`${(at + 0.5) * step}%`}
              y={y(Math.max(0, ...parts.map(({ to }) => to))) - 5}
              textAnchor="middle"
            >
              {total === 0 ? '' : format(total)}
            </text>
            <text
              className={isLabeled(at) ? 'figures-month' : 'figures-month figures-wide'}
              x={`${(at + 0.5) * step}%`}
              y={HEIGHT + LABEL - 4}
              textAnchor="middle"
            >
              {shortMonth(month)}
            </text>
          </g>
        ))}
        {last && (
          <text className="figures-value figures-narrow" x="100%" y={LABEL - 5} textAnchor="end">
            {`${shortMonth(last.month)} ${format(last.total)}`}
          </text>
        )}
      </svg>
      {series.length > 1 && <Legend id={id} series={series} />}
    </figure>
  )
}

/** November 2025 to November 2026: the labels below the bars have no year. */
function rangeOf(months: readonly ReportingMonth[]): string {
  const [first = '', last = ''] = [months[0], months.at(-1)]
  return first === last ? formatMonth(first) : `${formatMonth(first)} to ${formatMonth(last)}`
}

type PartOfBar = { name: string; fill: Fill; from: number; to: number }

/** What is positive is stacked upward from the line, what is negative downward. */
function stacked(series: readonly Series[], at: number): PartOfBar[] {
  let [above, below] = [0, 0]
  return series.map(({ name, fill, values }) => {
    const value = values[at] ?? 0
    if (value >= 0) {
      above += value
      return { name, fill, from: above - value, to: above }
    }
    below += value
    return { name, fill, from: below, to: below - value }
  })
}

function totalOf(series: readonly Series[], at: number): number {
  return series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)
}
