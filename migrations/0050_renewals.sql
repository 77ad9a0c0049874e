-- What makes the subscription go on by itself.

-- The moment at which the present month is over and the next begins, or the end. Empty while a month is unpaid.
alter table subscriptions add column next_at timestamptz;
create index subscriptions_by_next on subscriptions (next_at) where ended_at is null;

alter table periods
  add column ends_at timestamptz,
  -- When the bank said no for the first time, and when the last 24 hours began.
  add column failed_at timestamptz,
  add column last_day_at timestamptz;
create index periods_past_due on periods (failed_at) where state = 'past_due';

update periods p set ends_at = p.ends_on::timestamp at time zone s.time_zone
from subscriptions s where s.id = p.subscription_id;
update subscriptions s set next_at = (select max(p.ends_at) from periods p where p.subscription_id = s.id)
where s.ended_at is null;

-- What an account gets once this order is paid.
alter table orders add column change jsonb;
create unique index one_open_order_per_account on orders (account_id)
  where kind in ('plan-change', 'reactivation') and state in ('intent', 'unknown');

-- A cancellation that was taken back: its receipt can still be checked.
create table undone_cancellations (
  reference text primary key,
  subscription_id bigint not null references subscriptions (id),
  requested_at timestamptz not null,
  cancel_on date not null,
  reason text,
  undone_at timestamptz not null
);

-- Each warning before a card expires goes out once.
create table card_notices (
  card_id bigint not null references cards (id),
  days_before smallint not null,
  sent_at timestamptz not null,
  primary key (card_id, days_before)
);
