import type { QueueRow } from '#contract/desk/today/values.ts'
import { NextAction } from './NextAction.tsx'
import type { Done } from './use-done.ts'

export function QueueList({ rows, done }: { rows: readonly QueueRow[]; done: Done }) {
  return (
    <ul className="plain desk-list">
      {rows.map((row) => (
        <li key={row.key}>
          <div className="today-row">
            <p>
              {row.href ? <a href={row.href}>{row.title}</a> : <strong>{row.title}</strong>}
              {row.due && (
                <span className={row.due.isSoon ? 'desk-tag is-bad' : 'desk-tag'}>{row.due.text}</span>
              )}
            </p>
            <p className="hint">{row.facts.join(' · ')}</p>
          </div>
          <p className="today-age" title={row.since}>
            {row.age}
            <span className="unseen">, since {row.since}</span>
          </p>
          <div className="today-action">
            {done.has(row.key) ? (
              <span className="desk-tag is-good">Done</span>
            ) : (
              <NextAction row={row} done={done} />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
