import { listCancellations } from '#server/billing/subscriptions/list-cancellations.ts'
import { isRefused } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'
import { momentIn } from '../moment.ts'
import { sayMore } from '../say-more.ts'

const LISTED_AT_MOST = 1_000

export const listCancellationsCommand: Command = {
  name: 'cancellation list',
  hasTables: true,
  says: 'Lists who canceled and why, newest first, including undone cancellations. Use --csv to export it.',
  flags: {
    since: { takes: 'MOMENT', says: 'only those requested since then: a day or a time' },
    until: { takes: 'MOMENT', says: 'only those requested until then: to go on where a list stopped' },
  },
  async run({ db }, { flag }) {
    const since = momentIn(flag('since'))
    if (isRefused(since)) return since
    const until = momentIn(flag('until'))
    if (isRefused(until)) return until
    const found = await listCancellations(db, { since, until, limit: LISTED_AT_MOST })
    const olderOnes = `For the older ones add --until ${found.at(-1)?.requestedAt.toISOString()}, which lists the last one again.`
    const rows = found.map(({ micros: _, ...row }): Row => row)
    return {
      ...sayMore([rows], LISTED_AT_MOST, olderOnes),
      sections: [{ name: 'cancellations', title: 'Cancellations', rows }],
    }
  },
}
