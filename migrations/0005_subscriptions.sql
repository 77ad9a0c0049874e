-- The plan over time, its months, and who uses its dialers.
--
-- Months that are due are read from the front of an index, where settled ones leave dead entries until a vacuum. By default
-- that waits for a fifth of the table, which in a table of years is weeks of renewals. So subscriptions, periods and charges
-- have a fixed threshold: about twice a day in a large service.

create table subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  anchor_date date not null,
  time_zone text not null,
  started_at timestamptz not null,
  -- When the current month is over and the next one begins, or the subscription ends. Null while a month is unpaid.
  next_at timestamptz,
  held_from date,
  held_until date,
  cancel_requested_at timestamptz,
  cancel_on date,
  cancel_reason text,
  cancel_reference text,
  ended_at timestamptz,
  constraint one_subscription_per_cancel_reference unique (cancel_reference),
  constraint hold_has_both_ends check ((held_from is null) = (held_until is null))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
create unique index one_running_subscription on subscriptions (account_id) where ended_at is null;
-- Ended ones included: the end of an account counts when its email is looked up.
create index subscriptions_by_account on subscriptions (account_id);
create index subscriptions_by_next on subscriptions (next_at) where ended_at is null;
create index subscriptions_by_end_of_hold on subscriptions (held_until)
  where held_until is not null and ended_at is null;
create index subscriptions_by_cancellation on subscriptions (cancel_requested_at)
  where cancel_requested_at is not null;

-- The time zone in which an account was billed at a moment: that of its subscription then. A subscription keeps the zone of
-- its purchase, so the date of a bill or a credit note stays when the account's time zone changes.
create function billing_zone_at(of_account bigint, moment timestamptz) returns text language sql stable as $$
  select coalesce(
    (select s.time_zone from subscriptions s where s.account_id = of_account and s.started_at <= moment
      order by s.id desc limit 1),
    (select a.time_zone from accounts a where a.id = of_account))
$$;

create table subscription_items (
  subscription_id bigint not null references subscriptions (id),
  item text not null,
  quantity integer not null,
  -- So many of the units were given by an operator and cost nothing. If the quantity grows, they stay free.
  given integer not null default 0,
  unit_price_cents integer not null,
  primary key (subscription_id, item),
  constraint quantity_is_positive check (quantity > 0),
  constraint given_is_part_of_quantity check (given between 0 and quantity)
);

-- One row per subscription and month: the constraint is what makes a month paid once.
create table periods (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions (id),
  starts_on date not null,
  ends_on date not null,
  ends_at timestamptz not null,
  due_at timestamptz not null,
  state text not null,
  tries integer not null default 0,
  next_try_at timestamptz,
  -- When the bank declined for the first time, and when the last 24 hours began.
  failed_at timestamptz,
  last_day_at timestamptz,
  paid_at timestamptz,
  constraint one_period_per_month unique (subscription_id, starts_on),
  constraint period_state_is_known check (state in ('due', 'charging', 'paid', 'past_due', 'free', 'given_up'))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
create index periods_to_charge on periods (next_try_at) where state in ('due', 'past_due', 'charging');
-- On the morning of a renewal thousands of months are due; those being charged are found without reading them.
create index periods_being_charged on periods (next_try_at) where state = 'charging';
-- Refused renewals that are still open are listed by time and id. With an index by time alone the planner reads and sorts all
-- of them for each page.
create index periods_refused on periods (failed_at, id) where state = 'past_due';

-- A smaller plan takes effect at renewal: what the plan becomes, and when.
create table subscription_changes (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions (id),
  effective_on date not null,
  items jsonb not null,
  requested_by bigint references agents (id),
  requested_at timestamptz not null,
  applied_at timestamptz,
  withdrawn_at timestamptz
);
create unique index one_waiting_change on subscription_changes (subscription_id)
  where applied_at is null and withdrawn_at is null;

-- A canceled cancellation: its receipt can still be checked.
create table undone_cancellations (
  reference text primary key,
  subscription_id bigint not null references subscriptions (id),
  requested_at timestamptz not null,
  cancel_on date not null,
  reason text,
  undone_at timestamptz not null
);
create index undone_cancellations_by_subscription on undone_cancellations (subscription_id);
create index undone_cancellations_by_request on undone_cancellations (requested_at);

-- The end of a hold is announced once. A hold that is shortened has another last day, and is announced again.
create table hold_notices (
  subscription_id bigint not null references subscriptions (id),
  held_until date not null,
  sent_at timestamptz not null,
  primary key (subscription_id, held_until)
);

-- What an operator changed about an account's month, once for each idempotency key.
create table month_changes (
  key text primary key,
  account_id bigint not null references accounts (id),
  body_digest bytea not null,
  -- The answer to the first request with this key. Null only while its transaction runs.
  answer jsonb,
  created_at timestamptz not null
);
create index month_changes_by_account on month_changes (account_id);

-- Who uses which dialer of the plan. A place is one dialer that was bought; several people may share it.
create table dialer_assignments (
  agent_id bigint not null,
  item text not null,
  account_id bigint not null,
  place integer not null,
  assigned_by bigint,
  assigned_at timestamptz not null,
  -- Nobody needs two of a kind: a person dials once at a time.
  constraint one_dialer_of_a_kind_per_person primary key (agent_id, item),
  constraint agent_is_known foreign key (agent_id) references agents (id),
  constraint account_is_known foreign key (account_id) references accounts (id),
  constraint assigner_is_known foreign key (assigned_by) references agents (id),
  constraint dialer_is_known check (item in ('single', 'triple')),
  constraint place_is_counted check (place > 0)
);
create index dialer_assignments_by_account on dialer_assignments (account_id, item, place);

-- The newest subscription counts, also after its end: after a reactivation the people have their dialers again.
create function dialers_bought(account bigint, dialer text) returns integer language sql stable as $$
  select coalesce((
    select quantity from subscription_items
    where item = dialer
      and subscription_id = (select id from subscriptions where account_id = account order by id desc limit 1)
  ), 0)
$$;

create function refuse_unbought_dialer() returns trigger language plpgsql as $$
begin
  if new.place > dialers_bought(new.account_id, new.item) then
    raise check_violation using message = 'The plan has no such dialer', constraint = 'dialer_is_bought';
  end if;
  return new;
end
$$;
create trigger refuse_unbought_dialer before insert or update of item, place on dialer_assignments
  for each row execute function refuse_unbought_dialer();

-- The use case that changes a plan releases dialers by the rule, sends mails and records it. This is the last safeguard: at the
-- end of a transaction nobody has a dialer beyond those bought.
create function release_unbought_dialers() returns trigger language plpgsql as $$
begin
  delete from dialer_assignments d using subscriptions s
  where s.id = old.subscription_id and d.account_id = s.account_id and d.item = old.item
    and d.place > dialers_bought(s.account_id, old.item);
  return null;
end
$$;
create constraint trigger release_unbought_dialers after update or delete on subscription_items
  deferrable initially deferred for each row when (old.item in ('single', 'triple'))
  execute function release_unbought_dialers();
