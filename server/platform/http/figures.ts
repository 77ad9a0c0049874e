import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#server/platform/db/database.ts'
import type { Sql } from '#server/platform/db/sql.ts'

/** A metric that the database knows. Its statement must be answered by an index, however large the tables. */
export type Figure = {
  name: string
  help: string
  /** Columns of the answer that tell its rows apart. */
  labels?: string[]
  /** Rows with `value`, and a column for each label. */
  statement: Sql
}

const KEPT_MS = 10_000
const ANSWER_WITHIN_MS = 3_000

/**
 * The returned function asks the database again, ten seconds after the last time at the earliest. While the
 * database does not answer, database_up is 0 and the figures are absent: an old one would look like the
 * truth.
 */
export function keepFigures(register: Registry, db: Database, figures: Figure[]): () => Promise<void> {
  const registers = [register]
  const up = new Gauge({ name: 'database_up', help: '1 if the database answers, 0 if not', registers })
  const gauges = figures.map(({ name, help, labels = [] }) => ({
    labels,
    gauge: new Gauge({ name, help, labelNames: labels, registers }),
  }))
  let askedAt = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | undefined

  async function ask(): Promise<void> {
    try {
      const answers = []
      for (const { statement } of figures) answers.push(await db.many<Record<string, unknown>>(statement))
      for (const [index, { labels, gauge }] of gauges.entries()) {
        gauge.reset()
        for (const row of answers[index] ?? []) {
          const values = Object.fromEntries(labels.map((label) => [label, String(row[label])]))
          gauge.set(values, Number(row.value))
        }
      }
      up.set(1)
    } catch {
      forget()
    }
    askedAt = performance.now()
    underWay = undefined
  }

  function forget(): void {
    for (const { gauge, labels } of gauges) {
      gauge.reset()
      // A reset gauge without labels would show 0.
      if (labels.length === 0) gauge.remove()
    }
    up.set(0)
  }

  return async () => {
    if (performance.now() - askedAt < KEPT_MS) return
    underWay ??= ask()
    const patience = new AbortController()
    const tooLate = sleep(ANSWER_WITHIN_MS, 'too late', { signal: patience.signal }).catch(() => {})
    if ((await Promise.race([underWay, tooLate])) === 'too late') forget()
    patience.abort()
  }
}
