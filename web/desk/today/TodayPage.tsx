import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { type Queue, queues } from '#contract/desk/today.ts'
import { DeskLayout } from '../DeskLayout.tsx'
import { QueueList, useDone } from './QueueList.tsx'

/** What is waiting, most urgent queue first; empty queues share one line at the end. */
export function TodayPage({ values, operator }: DeskPageProps<'today'>) {
  const done = useDone()
  const waiting = values.queues.filter(({ count }) => count > 0)
  const clear = values.queues.filter(({ count }) => count === 0)
  return (
    <DeskLayout
      operator={operator}
      page="today"
      title="Today"
      lede={waiting.length === 0 ? 'Nothing is waiting.' : undefined}
      outcome={done.outcome}
    >
      {waiting.length > 0 && <Summary waiting={waiting} />}
      {waiting.map((queue) => (
        <section
          className="desk-card"
          key={queue.name}
          id={queue.name}
          aria-labelledby={`${queue.name}-title`}
        >
          <div className="today-head">
            <h2 id={`${queue.name}-title`}>
              {queues[queue.name].title} <span className="today-count">{countOf(queue)}</span>
            </h2>
            {queue.allHref && (
              <a href={queue.allHref}>
                Show all<span className="unseen">: {queues[queue.name].title}</span>
              </a>
            )}
          </div>
          <p className="hint">{queues[queue.name].says}</p>
          <QueueList rows={queue.rows} done={done} />
        </section>
      ))}
      {clear.length > 0 && (
        <section className="desk-card" aria-labelledby="clear-title">
          <h2 id="clear-title">Nothing waiting</h2>
          <ul className="plain today-clear">
            {clear.map(({ name }) => (
              <li key={name}>{queues[name].empty}</li>
            ))}
          </ul>
        </section>
      )}
    </DeskLayout>
  )
}

function Summary({ waiting }: { waiting: readonly Queue[] }) {
  return (
    <nav aria-label="Queues">
      <ul className="plain today-summary">
        {waiting.map((queue) => (
          <li key={queue.name}>
            <a href={`#${queue.name}`}>
              <strong>{countOf(queue)}</strong>
              <span>{queues[queue.name].title}</span>
              <span className="hint">oldest {queue.oldest}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function countOf({ count, isMore }: Queue): string {
  return isMore ? `more than ${count}` : String(count)
}
