-- Recurring revenue and its movements, the outcome of refused renewals, the steps of sign-ups, and their sums by month. See
-- docs/decisions/figures.md.

-- Months of all figures begin at midnight in this zone, which is REPORTING_ZONE in the contract.
create function reporting_month(timestamptz) returns date language sql immutable as
  $$ select date_trunc('month', $1 at time zone 'US/Eastern')::date $$;

-- A month for which sums are stored. A closed one never changes.
create table figure_months (
  month date primary key,
  as_of timestamptz not null,
  -- Renewals refused in a closed month are followed until the last of them is decided.
  recovery_as_of timestamptz not null,
  closed_at timestamptz
);

create table figure_sums (
  month date not null references figure_months (month),
  figure text not null,
  -- The reason of a cancellation. Empty for every other figure.
  part text not null default '',
  entries integer not null,
  cents bigint not null,
  primary key (month, figure, part)
);

create table figure_state (
  is_only boolean primary key default true,
  summed_at timestamptz,
  -- The last complete round of counting seats, and how far the next one has come.
  seats_round integer not null default 0,
  seats_through bigint,
  seats_counted_at timestamptz,
  constraint there_is_one_state check (is_only)
);
insert into figure_state default values;

-- What is recorded after its month was closed belongs to the month that is open.
create function open_month(at timestamptz) returns date language sql stable as $$
  select greatest(reporting_month(at),
    (select (max(month) + interval '1 month')::date from figure_months where closed_at is not null))
$$;

-- What each account pays per month, as its last movement says. There is a row once it has paid something. The row is the
-- lock that keeps its movements in order.
create table account_revenue (
  account_id bigint primary key references accounts (id),
  cents integer not null,
  is_held boolean not null default false
);

create table revenue_movements (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  month date not null,
  at timestamptz not null,
  kind text not null,
  cause text not null default '',
  -- Why the customer left, without their own words.
  reason text not null default '',
  -- The difference in recurring revenue; for money that went back, the amount.
  cents integer not null,
  -- What the account pays per month since. Null for money that went back.
  after_cents integer,
  credit_note_id bigint references credit_notes (id),
  dispute_id bigint references disputes (id),
  constraint movement_kind_is_known check (
    kind in ('new', 'more', 'less', 'lost', 'returned', 'refunded', 'credited', 'disputed')),
  constraint movement_cause_is_known check (cause in ('', 'plan', 'hold', 'free', 'canceled', 'expired', 'closed'))
);
-- A note that fails is counted in its month, and taken back in the month in which it failed.
create unique index one_movement_per_note_and_direction on revenue_movements (credit_note_id, (cents < 0))
  where credit_note_id is not null;
create index revenue_movements_by_account on revenue_movements (account_id, id);
create index revenue_movements_by_month on revenue_movements (month, kind, id);

-- The plan of the running subscription at the prices it was bought at, without what was given. On hold, agent access alone.
-- Always by indexes, like entitlements_of.
create function recurring_of(account bigint, out cents integer, out is_held boolean)
language plpgsql stable set enable_seqscan = off as $$
begin
  select coalesce(sum(i.unit_price_cents * (i.quantity - i.given)) filter (where i.item = 'lead' or not h.is_held), 0),
    coalesce(bool_or(h.is_held), false)
  into cents, is_held
  from subscriptions s
  cross join lateral (
    select coalesce(max(p.starts_on) >= s.held_from and max(p.starts_on) < s.held_until, false) as is_held
    from periods p where p.subscription_id = s.id
  ) h
  left join subscription_items i on i.subscription_id = s.id
  where s.account_id = account and s.ended_at is null;
end
$$;

-- Why an account that paid pays nothing now.
create function cause_of_loss(account bigint, at timestamptz, out cause text, out reason text)
language plpgsql stable set enable_seqscan = off as $$
begin
  select case
      when s.ended_at is null then 'free'
      when a.status = 'expired' then 'expired'
      when s.cancel_on <= (at at time zone s.time_zone)::date then 'canceled'
      else 'closed'
    end, split_part(coalesce(s.cancel_reason, ''), ': ', 1)
  into cause, reason
  from accounts a join subscriptions s on s.account_id = a.id
  where a.id = account order by s.id desc limit 1;
  if cause is distinct from 'canceled' then reason := ''; end if;
end
$$;

-- Writes what has changed since the last movement of the account, if anything has. An account whose agent access is free pays
-- nothing while on hold: it was put on hold, not made free, and returns from the hold.
create function note_revenue(account bigint, at timestamptz) returns void language plpgsql as $$
declare
  known account_revenue;
  recurring record;
  loss record;
  moved text;
  why text := 'plan';
  said text := '';
begin
  recurring := recurring_of(account);
  select * into known from account_revenue where account_id = account;
  if coalesce(known.cents, 0) = recurring.cents and coalesce(known.is_held, false) = recurring.is_held then return; end if;
  if known.account_id is null then
    if recurring.cents = 0 then return; end if;
    insert into account_revenue (account_id, cents) values (account, 0) on conflict do nothing;
    if found then moved := 'new'; end if;
  end if;
  select * into known from account_revenue where account_id = account for update;
  recurring := recurring_of(account);
  update account_revenue set cents = recurring.cents, is_held = recurring.is_held where account_id = account;
  if known.cents = recurring.cents then return; end if;
  moved := case
    when moved = 'new' then 'new'
    when recurring.cents = 0 then 'lost'
    when known.cents = 0 then 'returned'
    when recurring.cents > known.cents then 'more'
    else 'less'
  end;
  if known.is_held <> recurring.is_held and moved in ('more', 'less') then why := 'hold'; end if;
  if known.is_held and not recurring.is_held and moved = 'returned' then why := 'hold'; end if;
  if moved = 'lost' and recurring.is_held and not known.is_held then
    why := 'hold';
  elsif moved = 'lost' then
    loss := cause_of_loss(account, at);
    why := coalesce(loss.cause, 'closed');
    said := coalesce(loss.reason, '');
  end if;
  insert into revenue_movements (account_id, month, at, kind, cause, reason, cents, after_cents)
  values (account, open_month(at), at, moved, why, said, recurring.cents - known.cents, recurring.cents);
end
$$;

-- Use cases note the revenue by the clock of the service. These triggers notice what a use case did not, at the end of its
-- transaction.
create function note_revenue_of_row() returns trigger language plpgsql as $$
declare
  account bigint;
  at timestamptz := clock_timestamp();
begin
  case tg_table_name
    when 'subscriptions' then
      account := new.account_id;
      at := coalesce(new.ended_at, case when tg_op = 'INSERT' then new.started_at end, at);
    when 'subscription_items' then
      select s.account_id into account from subscriptions s
      where s.id = coalesce(new.subscription_id, old.subscription_id);
    else
      select s.account_id into account from subscriptions s
      where s.id = new.subscription_id and s.held_until is not null;
  end case;
  if account is not null then perform note_revenue(account, at); end if;
  return null;
end
$$;
create constraint trigger note_revenue after insert or update of ended_at, held_from, held_until on subscriptions
  deferrable initially deferred for each row execute function note_revenue_of_row();
create constraint trigger note_revenue after insert or update of quantity, unit_price_cents, given or delete on subscription_items
  deferrable initially deferred for each row execute function note_revenue_of_row();
create constraint trigger note_revenue after insert on periods
  deferrable initially deferred for each row execute function note_revenue_of_row();

-- Money that went back, in the month in which it did. Credit that is taken back lowers what was given as credit in its month.
create function note_credit_note() returns trigger language plpgsql as $$
begin
  insert into revenue_movements (account_id, month, at, kind, cents, credit_note_id)
  values (new.account_id, open_month(new.settled_at), new.settled_at,
    case new.way when 'card' then 'refunded' else 'credited' end,
    case new.way when 'taken-back' then -new.total_cents else new.total_cents end, new.id)
  on conflict (credit_note_id, (cents < 0)) where credit_note_id is not null do nothing;
  return null;
end
$$;
create trigger note_credit_note after insert or update of state on credit_notes
  for each row when (new.state = 'issued') execute function note_credit_note();

create function note_failed_note() returns trigger language plpgsql as $$
begin
  insert into revenue_movements (account_id, month, at, kind, cents, credit_note_id)
  values (new.account_id, open_month(new.failed_at), new.failed_at, 'refunded', -new.total_cents, new.id)
  on conflict (credit_note_id, (cents < 0)) where credit_note_id is not null do nothing;
  return null;
end
$$;
create trigger note_failed_note after update of state on credit_notes
  for each row when (old.state = 'issued' and new.state = 'failed') execute function note_failed_note();

-- A dispute that was lost may be won later: then the amount comes back in that month.
create function note_lost_dispute() returns trigger language plpgsql as $$
declare
  before integer := case when tg_op = 'UPDATE' then old.lost_cents else 0 end;
begin
  if new.lost_cents <> before then
    insert into revenue_movements (account_id, month, at, kind, cents, dispute_id)
    values (new.account_id, open_month(new.closed_at), new.closed_at, 'disputed', new.lost_cents - before, new.id);
  end if;
  return null;
end
$$;
create trigger note_lost_dispute after insert or update of lost_cents on disputes
  for each row execute function note_lost_dispute();

-- One row per renewal that the bank has refused, and its outcome. A decided one does not change.
create table refused_renewals (
  period_id bigint primary key references periods (id),
  account_id bigint not null references accounts (id),
  month date not null,
  failed_at timestamptz not null,
  cents integer not null,
  outcome text not null,
  decided_at timestamptz,
  constraint renewal_outcome_is_known check (
    outcome in ('undecided', 'retry-1', 'retry-2', 'retry-3', 'retry-4', 'by-customer', 'waived', 'never')),
  constraint decided_renewals_say_when check ((outcome = 'undecided') = (decided_at is null))
);
create index refused_renewals_by_month on refused_renewals (month, period_id);

-- The retries that count are those after the first refusal that nobody requested. More than four follow only after downtime.
create function outcome_of_renewal(period periods) returns text
language plpgsql stable set enable_seqscan = off as $$
begin
  return case period.state
    when 'free' then 'waived'
    when 'given_up' then 'never'
    when 'paid' then (
      select case when p.asked_by is not null then 'by-customer' else 'retry-' || least(4, greatest(1, (
          select count(*) from charges c
          where c.period_id = period.id and c.asked_by is null and c.outcome in ('declined', 'paid') and c.id > (
            select min(d.id) from charges d where d.period_id = period.id and d.outcome = 'declined')))) end
      from charges p where p.period_id = period.id and p.outcome = 'paid')
    else 'undecided'
  end;
end
$$;

create function note_refused_renewal() returns trigger language plpgsql as $$
declare
  came_to text := coalesce(outcome_of_renewal(new), 'waived');
begin
  insert into refused_renewals (period_id, account_id, month, failed_at, cents, outcome, decided_at)
  select new.id, s.account_id, open_month(new.failed_at), new.failed_at,
    coalesce((select c.amount_cents from charges c where c.period_id = new.id order by c.id limit 1), 0), came_to,
    case when came_to <> 'undecided' then coalesce(new.paid_at, s.ended_at, clock_timestamp()) end
  from subscriptions s where s.id = new.subscription_id
  on conflict (period_id) do update set outcome = excluded.outcome, decided_at = excluded.decided_at
    where refused_renewals.outcome = 'undecided' and excluded.outcome <> 'undecided';
  return null;
end
$$;
create trigger note_refused_renewal after insert or update of state, failed_at on periods
  for each row when (new.failed_at is not null) execute function note_refused_renewal();

-- One row per visitor, step and month; once paid, one per account. The visitor is the hash of a random cookie.
create table sign_up_steps (
  id bigint generated always as identity primary key,
  step text not null,
  wizard text,
  visitor_hash bytea,
  month date not null,
  at timestamptz not null,
  -- The unfinished sign-up, as long as it is kept.
  unfinished_id bigint,
  order_id bigint references orders (id),
  account_id bigint references accounts (id),
  constraint step_is_known check (step in ('email', 'details', 'payment', 'paid')),
  constraint wizard_is_known check (wizard in ('new', 'legacy'))
);
create unique index one_step_per_visitor_and_month on sign_up_steps (visitor_hash, step, month) where step <> 'paid';
create unique index one_paid_step_per_account on sign_up_steps (account_id) where step = 'paid';
create index sign_up_steps_by_month on sign_up_steps (month, step, id);
create index sign_up_steps_by_visitor on sign_up_steps (visitor_hash, at);
create index sign_up_steps_by_time on sign_up_steps (at);

-- Seats that nobody has, as counted in a round. The rows of a complete round stay until the next one is complete.
create table unused_seats (
  round integer not null,
  account_id bigint not null references accounts (id),
  seats integer not null,
  unused integer not null,
  -- What they cost per month.
  cents integer not null,
  primary key (round, account_id),
  constraint some_are_unused check (unused > 0)
);

create table seat_rounds (
  round integer primary key,
  accounts integer not null default 0,
  unused integer not null default 0,
  cents bigint not null default 0
);
