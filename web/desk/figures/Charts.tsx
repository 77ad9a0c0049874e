import { formatMonth, type ReportingMonth, shortMonth } from '#contract/calendar/reporting-months.ts'

export type Series = {
  name: string
  fill: Fill
  /** One per month. Negative values are below the line. */
  values: readonly number[]
}

type MonthChartProps = {
  id: string
  title: string
  /** The month's number, unless it is the height of the bar. */
  meaning?: string
  /** Replaces the chart if it would show nothing. */
  empty: string
  /** A description of the chart for those who do not see it. The table beside it has the numbers. */
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
 * Stacked bars, one per month. Horizontally, everything is a share of the width: the text keeps its size on
 * every screen.
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

type PartOfBar = { name: string; fill: Fill; from: number; to: number }

/** Positive values are stacked upward from the line, negative ones downward. */
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

/** A series' fill pattern, to tell it from others without color. */
const fills = ['solid', 'diagonal', 'dots', 'outline', 'lines', 'cross', 'checks'] as const
type Fill = (typeof fills)[number]

/** The patterns of one drawing. Their ids begin with its own, since a page has several. */
function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-diagonal`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect className="figures-ground" width="6" height="6" />
        <line className="figures-mark" x1="0" y1="0" x2="0" y2="6" strokeWidth="4" />
      </pattern>
      <pattern id={`${id}-dots`} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect className="figures-ground" width="6" height="6" />
        <circle className="figures-dot" cx="3" cy="3" r="1.6" />
      </pattern>
      <pattern id={`${id}-lines`} width="5" height="5" patternUnits="userSpaceOnUse">
        <rect className="figures-ground" width="5" height="5" />
        <line className="figures-mark" x1="0" y1="2.5" x2="5" y2="2.5" strokeWidth="1.5" />
      </pattern>
      <pattern id={`${id}-cross`} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect className="figures-ground" width="6" height="6" />
        <path className="figures-mark" d="M0 3h6M3 0v6" strokeWidth="1.2" />
      </pattern>
      <pattern id={`${id}-checks`} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect className="figures-ground" width="6" height="6" />
        <path className="figures-dot" d="M0 0h3v3h-3zM3 3h3v3h-3z" />
      </pattern>
    </defs>
  )
}

/** Attributes of a bar with this fill. */
function filled(id: string, fill: Fill) {
  if (fill === 'solid') return { className: 'figures-bar is-solid' }
  if (fill === 'outline') return { className: 'figures-bar is-outline' }
  return { className: 'figures-bar', fill: `url(#${id}-${fill})` }
}

function totalOf(series: readonly Series[], at: number): number {
  return series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)
}

/** November 2025 to November 2026: the labels below the bars have no year. */
function rangeOf(months: readonly ReportingMonth[]): string {
  const [first = '', last = ''] = [months[0], months.at(-1)]
  return first === last ? formatMonth(first) : `${formatMonth(first)} to ${formatMonth(last)}`
}

type LegendProps = { id: string; series: readonly { name: string; fill: Fill }[] }

function Legend({ id, series }: LegendProps) {
  return (
    <ul className="figures-legend plain">
      {series.map(({ name, fill }) => (
        <li key={name}>
          <svg width="18" height="14" aria-hidden="true">
            <Patterns id={`${id}-${fill}-key`} />
            <rect x="1" y="1" width="16" height="12" {...filled(`${id}-${fill}-key`, fill)} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

type RowChartProps = {
  id: string
  title: string
  description: string
  rows: readonly { name: string; value: number; label: string }[]
}

/** In rem, as the text is: it grows with the reader's font size. */
const ROW = 2.75
/** Of the width, so that the number beside the longest bar has its place on every screen. */
const LONGEST_PERCENT = 62

/** One bar per row, from the top, with its name above it and its number beside it. */
export function RowChart({ id, title, description, rows }: RowChartProps) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <figure className="figures-chart">
      <figcaption>{title}</figcaption>
      <svg
        width="100%"
        height={`${rows.length * ROW}rem`}
        role="img"
        aria-label={title}
        aria-describedby={`${id}-text`}
      >
        <desc id={`${id}-text`}>{description}</desc>
        <Patterns id={id} />
        {rows.map(({ name, value, label }, at) => {
          const width = `${(value / most) * LONGEST_PERCENT}%`
          return (
            <g key={name}>
              <text className="figures-name" x="0" y={`${at * ROW + 0.875}rem`}>
                {name}
              </text>
              <rect
                x="0"
                y={`${at * ROW + 1.25}rem`}
                width={width}
                height="0.875rem"
                {...filled(id, 'diagonal')}
              />
              <text className="figures-value" x={width} dx="6" y={`${at * ROW + 1.9375}rem`}>
                {label}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
