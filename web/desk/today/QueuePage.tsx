import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { queues } from '#contract/desk/today.ts'
import { DeskLayout } from '../DeskLayout.tsx'
import { PartLinks, sayEmpty } from '../DeskList.tsx'
import { QueueList, useDone } from './QueueList.tsx'

/** All rows of one queue, page by page. */
export function QueuePage({ values, operator }: DeskPageProps<'queue'>) {
  const { name, rows, next, first } = values
  const done = useDone()
  const { title, says, empty } = queues[name]
  return (
    <DeskLayout operator={operator} page="today" title={title} lede={says} outcome={done.outcome}>
      <section className="desk-card" aria-label={title}>
        {rows.length === 0 ? (
          <p className="desk-empty">{sayEmpty(empty, { first })}</p>
        ) : (
          <QueueList rows={rows} done={done} />
        )}
      </section>
      <PartLinks label="Pages" first={first} next={next} />
    </DeskLayout>
  )
}
