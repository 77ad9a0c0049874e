import { freeAccountNumbers } from '#server/accounts/account-numbers.ts'
import { closedStatuses, provisionAccount } from '#server/accounts/set-ups.ts'
import { CAME_TOO_LATE, RETURNED_WITHIN_MS } from '#server/billing/orders/give-back.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Figure } from '#server/platform/http/metrics.ts'
import { deliverMail } from '#server/platform/mail/outbox.ts'
import { SECOND } from '#server/ports/clock.ts'

/** Failed mails are kept for years: beyond this number the exact count does not matter. */
const FAILED_MAILS_AT_MOST = 10_000
/** As on the desk's list: a late payment has its answer, and its refund has a day. */
const RETURNED_WITHIN_SECONDS = RETURNED_WITHIN_MS / SECOND

/** What an operator must be alerted to. Each has its alert in the run book. */
export const figures: Figure[] = [
  {
    name: 'jobs_waiting',
    help: 'Jobs that are due and wait for a worker, by kind, counted every 15 seconds',
    labels: ['job'],
    statement: sql`select name as job, ready_count as value from pgboss.queue where name not like '\\_\\_%'`,
  },
  {
    name: 'jobs_failed',
    help: 'Jobs that failed at their last attempt and that nobody has retried or set aside, by kind; set-ups of open accounts. Mails have their own figures',
    labels: ['job'],
    statement: sql`
      select name as job, case when name = ${provisionAccount.name} then (
          select count(*) from set_ups s join accounts a on a.id = s.account_id
          where s.state = 'dead' and a.status <> all(${closedStatuses}::text[])) else failed_count end as value
      from pgboss.queue where name not like '\\_\\_%' and name <> ${deliverMail.name}`,
  },
  {
    name: 'renewals_oldest_due_seconds',
    help: 'How long the oldest month that is due has waited to be opened or charged',
    statement: sql`
      select greatest(0, extract(epoch from clock_timestamp() - least(
        (select min(next_at) from subscriptions where ended_at is null),
        (select min(next_try_at) from periods where state in ('due', 'past_due', 'charging'))
      )))::float8 as value`,
  },
  {
    name: 'charges_unsettled',
    help: 'Charges whose outcome is not known yet, and late payments that could not be returned within a day. One that is disputed waits for the bank, and is not counted',
    statement: sql`
      select count(*) as value from charges where outcome in ('sent', 'unknown') and not is_disputed(id)
        and (reason is distinct from ${CAME_TOO_LATE}
          or created_at <= now() - ${RETURNED_WITHIN_SECONDS} * interval '1 second')`,
  },
  {
    name: 'charges_unsettled_oldest_seconds',
    help: 'The age of the oldest of them',
    statement: sql`
      select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as value
      from charges where outcome in ('sent', 'unknown') and not is_disputed(id)
        and (reason is distinct from ${CAME_TOO_LATE}
          or created_at <= now() - ${RETURNED_WITHIN_SECONDS} * interval '1 second')`,
  },
  {
    name: 'sign_ups_held',
    help: 'Sign-ups that wait for the decision of an operator',
    statement: sql`select count(*) as value from held_sign_ups where decided_at is null`,
  },
  {
    name: 'sign_ups_held_oldest_seconds',
    help: 'How long the oldest sign-up has waited for a decision. After a day it is closed without a charge',
    statement: sql`
      select coalesce(extract(epoch from clock_timestamp() - min(held_at)), 0)::float8 as value
      from held_sign_ups where decided_at is null`,
  },
  {
    name: 'refunds_failed',
    help: 'Refunds that moved no money and that nobody has decided about',
    statement: sql`select count(*) as value from failed_refunds where state = 'waiting'`,
  },
  {
    name: 'refunds_failed_oldest_seconds',
    help: 'How long the oldest of them has waited for a decision',
    statement: sql`
      select coalesce(extract(epoch from clock_timestamp() - min(failed_at)), 0)::float8 as value
      from failed_refunds where state = 'waiting'`,
  },
  {
    name: 'refund_differences',
    help: 'Bills of which more was refunded at the gateway than was left, and that nobody has decided about',
    statement: sql`select count(*) as value from refund_differences where closed_at is null`,
  },
  {
    name: 'refund_differences_oldest_seconds',
    help: 'How long the oldest of them has waited for a decision',
    statement: sql`
      select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as value
      from refund_differences where closed_at is null`,
  },
  {
    name: 'mails_waiting',
    help: 'Mails that have not been delivered yet',
    statement: sql`select count(*) as value from mails where state = 'waiting'`,
  },
  {
    name: 'mails_failed',
    help: 'Mails that were given up, 10000 at most',
    statement: sql`
      select count(*) as value
      from (select 1 from mails where state = 'failed' limit ${FAILED_MAILS_AT_MOST}) as failed`,
  },
  {
    name: 'mails_failed_last_hour',
    help: 'Mails that were given up in the past hour',
    statement: sql`
      select count(*) as value from mails where state = 'failed' and settled_at > now() - interval '1 hour'`,
  },
  {
    name: 'feed_oldest_unsent_seconds',
    help: 'The age of the oldest event that an endpoint of the feed has not taken',
    statement: sql`
      select coalesce(max(extract(epoch from clock_timestamp() - least(
        (select v.occurred_at from feed_events v where v.position > e.sent_through order by v.position limit 1),
        (select min(b.failing_since) from feed_backlog b where b.endpoint_id = e.id)
      ))), 0)::float8 as value
      from feed_endpoints e where e.state <> 'disabled'`,
  },
  {
    name: 'feed_endpoints_failing',
    help: 'Endpoints of the feed that have not taken an event for three days, or are disabled',
    statement: sql`select count(*) as value from feed_endpoints where state <> 'active'`,
  },
  {
    name: 'account_numbers_left',
    help: 'Account numbers that are neither taken nor reserved',
    statement: freeAccountNumbers,
  },
]
