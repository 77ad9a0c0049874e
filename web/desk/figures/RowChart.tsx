import { filled, Patterns } from './Patterns.tsx'

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

/** One bar for each row, from the top, with its name above it and its number beside it. */
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
