import { dayBefore } from '#contract/calendar/billing-dates.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import type { Command, Row, Section } from '../command.ts'
import { momentIn } from '../moment.ts'

type Found = {
  requestedAt: Date
  pin: string
  company: string
  reason: string | null
  cancelOn: string
  state: string
  reference: string
}

export const listCancellationsCommand: Command = {
  name: 'cancellation list',
  says: 'Lists who canceled and why, newest first, including undone cancellations. Use --csv to export it.',
  flags: { since: { takes: 'MOMENT', says: 'only those requested since then: a day or a time' } },
  async run({ db }, { flag }) {
    const since = momentIn(flag('since'))
    if (isRefused(since)) return since
    return { sections: [await cancellationsOf(db, { since: since ?? null, accountId: null })] }
  },
}

/** Cancellations of one account, or of all. Undone ones are in a separate table. */
export async function cancellationsOf(
  db: Db,
  { since, accountId }: { since: Date | null; accountId: number | null },
): Promise<Section> {
  const found = await db.many<Found>(sql`
    select c.requested_at as "requestedAt", a.pin, a.company, c.reason, c.cancel_on as "cancelOn", c.state, c.reference
    from (
      select account_id, cancel_requested_at as requested_at, cancel_reason as reason, cancel_on,
        cancel_reference as reference, case when ended_at is null then 'runs to its last day' else 'ended' end as state
      from subscriptions where cancel_requested_at is not null
      union all
      select s.account_id, u.requested_at, u.reason, u.cancel_on, u.reference, 'taken back'
      from undone_cancellations u join subscriptions s on s.id = u.subscription_id
    ) c join accounts a on a.id = c.account_id
    where (${since}::timestamptz is null or c.requested_at >= ${since}::timestamptz)
      and (${accountId}::bigint is null or c.account_id = ${accountId}::bigint)
    order by c.requested_at desc, c.reference`)
  const rows = found.map(
    ({ cancelOn, state, reference, ...rest }): Row => ({
      ...rest,
      lastDay: dayBefore(cancelOn),
      state,
      reference,
    }),
  )
  return { name: 'cancellations', title: 'Cancellations', rows }
}
