import { filled, Patterns } from './Patterns.tsx'

type RowChartProps = {
  id: string
  title: string
  description: string
  rows: readonly { name: string; value: number; label: string }[]
}

const ROW = 44

/** One bar for each row, from the top, with its name and number above it. */
export function RowChart({ id, title, description, rows }: RowChartProps) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <figure className="figures-chart">
      <figcaption>{title}</figcaption>
      <svg
        width="100%"
        height={rows.length * ROW}
        role="img"
        aria-label={title}
        aria-describedby={`${id}-text`}
      >
        <desc id={`${id}-text`}>{description}</desc>
        <Patterns id={id} />
        {rows.map(({ name, value, label }, at) => (
          <g key={name}>
            <text className="figures-name" x="0" y={at * ROW + 14}>
              {name}
            </text>
            <text className="figures-value" x="100%" y={at * ROW + 14} textAnchor="end">
              {label}
            </text>
            <rect className="figures-track" x="0" y={at * ROW + 20} width="100%" height="14" />
            <rect
              x="0"
              y={at * ROW + 20}
              width={`${(value / most) * 100}%`}
              height="14"
              {...filled(id, 'diagonal')}
            />
          </g>
        ))}
      </svg>
    </figure>
  )
}
