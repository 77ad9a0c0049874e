/** How a series is filled, so that it is told from the others without color. */
const fills = ['solid', 'diagonal', 'dots', 'outline', 'lines', 'cross'] as const
export type Fill = (typeof fills)[number]

/** The patterns of one drawing. Their ids begin with its own, since a page has several. */
export function Patterns({ id }: { id: string }) {
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
    </defs>
  )
}

/** Attributes of a bar that is filled so. */
export function filled(id: string, fill: Fill) {
  if (fill === 'solid') return { className: 'figures-bar is-solid' }
  if (fill === 'outline') return { className: 'figures-bar is-outline' }
  return { className: 'figures-bar', fill: `url(#${id}-${fill})` }
}

type LegendProps = { id: string; series: readonly { name: string; fill: Fill }[] }

export function Legend({ id, series }: LegendProps) {
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
