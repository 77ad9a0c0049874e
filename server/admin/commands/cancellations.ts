import { dayBefore } from '#contract/calendar/billing-dates.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import type { Command, Row, Section } from '../command.ts'
import { momentIn } from '../moment.ts'
import { sayMore } from '../say-more.ts'

const LISTED_AT_MOST = 1_000

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
    const found = await db.many<Found>(requestedBetween(since ?? new Date(0), until))
    const section = sectionOf(found)
    const olderOnes = `For the older ones add --until ${found.at(-1)?.requestedAt.toISOString()}, which lists the last one again.`
    return { ...sayMore([section.rows], LISTED_AT_MOST, olderOnes), sections: [section] }
  },
}

export async function cancellationsOf(db: Db, accountId: number): Promise<Section> {
  return sectionOf(await db.many<Found>(requestedBy(accountId)))
}

/** Undone ones are in a separate table. */
const requestedBy = (accountId: number) => sql`
  select c.requested_at as "requestedAt", a.pin, a.company, c.reason, c.cancel_on as "cancelOn", c.state, c.reference
  from (
    select account_id, cancel_requested_at as requested_at, cancel_reason as reason, cancel_on,
      cancel_reference as reference, case when ended_at is null then 'runs to its last day' else 'ended' end as state
    from subscriptions where account_id = ${accountId} and cancel_requested_at is not null
    union all
    select s.account_id, u.requested_at, u.reason, u.cancel_on, u.reference, 'taken back'
    from subscriptions s join undone_cancellations u on u.subscription_id = s.id where s.account_id = ${accountId}
  ) c join accounts a on a.id = c.account_id
  order by c.requested_at desc, c.reference`

/** Each part is cut by itself, so that neither index is read further than it is listed. */
const requestedBetween = (since: Date, until: Date | undefined) => sql`
  select c.requested_at as "requestedAt", a.pin, a.company, c.reason, c.cancel_on as "cancelOn", c.state, c.reference
  from (
    (select account_id, cancel_requested_at as requested_at, cancel_reason as reason, cancel_on,
      cancel_reference as reference, case when ended_at is null then 'runs to its last day' else 'ended' end as state
    from subscriptions where cancel_requested_at between ${since} and coalesce(${until ?? null}::timestamptz, 'infinity')
    order by cancel_requested_at desc limit ${LISTED_AT_MOST})
    union all
    (select s.account_id, u.requested_at, u.reason, u.cancel_on, u.reference, 'taken back'
    from undone_cancellations u join subscriptions s on s.id = u.subscription_id
    where u.requested_at between ${since} and coalesce(${until ?? null}::timestamptz, 'infinity')
    order by u.requested_at desc limit ${LISTED_AT_MOST})
  ) c join accounts a on a.id = c.account_id
  order by c.requested_at desc, c.reference limit ${LISTED_AT_MOST}`

function sectionOf(found: Found[]): Section {
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
