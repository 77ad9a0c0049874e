import type { ReactNode } from 'react'
import type { DescribedCall, Refusal } from './described-calls.ts'
import { FieldTable } from './FieldTable.tsx'
import type { FieldRow } from './schema-rows.ts'

/** Longer lists are collapsed, so that the calls stay close together. */
const MOST_ROWS_OPEN = 12

type CallTileProps = { call: DescribedCall; refusals: Refusal[] }

export function CallTile({ call, refusals }: CallTileProps) {
  return (
    <section className="tile api-reference-call" id={call.anchor} aria-labelledby={`${call.anchor}-title`}>
      <h2 id={`${call.anchor}-title`}>
        {call.number && <span className="hint">{`${call.number}. `}</span>}
        {call.summary}
      </h2>
      <p className="api-reference-address">
        <span className={`api-reference-method ${call.method.toLowerCase()}`}>{call.method}</span>{' '}
        <code>{call.path}</code>
        <span className="hint">{call.encoding}</span>
      </p>
      {call.bodies.map((rows, place) => {
        const caption = captionOf('Request', call.bodies, place)
        return (
          <Folding key={caption} caption={caption} rows={rows}>
            <FieldTable caption={caption} rows={rows} isSent />
          </Folding>
        )
      })}
      {call.answers.map((rows, place) => {
        const caption = captionOf('Response', call.answers, place)
        return (
          <Folding key={caption} caption={caption} rows={rows}>
            <FieldTable caption={caption} rows={rows} />
          </Folding>
        )
      })}
      {refusals.length > 0 && (
        <div>
          <h3>Errors</h3>
          <Refusals refusals={refusals} />
        </div>
      )}
    </section>
  )
}

export function Refusals({ refusals }: { refusals: Refusal[] }) {
  return (
    <dl className="api-reference-refusals">
      {refusals.map(({ status, when }) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>{when}</dd>
        </div>
      ))}
    </dl>
  )
}

function Folding({ caption, rows, children }: { caption: string; rows: FieldRow[]; children: ReactNode }) {
  if (rows.length <= MOST_ROWS_OPEN) return children
  return (
    <details>
      <summary>{`${caption}: ${rows.length} fields`}</summary>
      {children}
    </details>
  )
}

function captionOf(text: string, shapes: FieldRow[][], place: number): string {
  return shapes.length === 1 ? text : `${text}, shape ${place + 1} of ${shapes.length}`
}
