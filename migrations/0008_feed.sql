-- What the provider's systems need to know: the entitlements of each account, and an event for each change of them. Triggers
-- write the events in the transaction that causes them, so no use case can forget one. See docs/decisions/feed.md.

-- One row, locked while positions are given.
create table feed_state (
  is_only boolean primary key default true,
  last_position bigint not null default 0,
  -- Events up to this position have been deleted.
  deleted_through bigint not null default 0,
  -- After the database was set back to an earlier moment, sequences go on above this number: receivers have those below.
  sequence_base bigint not null default 0,
  constraint there_is_one_feed check (is_only)
);
insert into feed_state default values;

-- As the last event of the account says. The row is the lock that keeps its events in order.
create table entitlements (
  account_id bigint primary key references accounts (id),
  sequence bigint not null,
  value jsonb
);

create table feed_events (
  account_id bigint not null references accounts (id),
  -- From 1, without gaps, in the order in which the changes were committed.
  sequence bigint not null,
  -- In the order in which they were written; within an account that is the order of its sequence.
  number bigint generated always as identity,
  -- Given after the commit, so that no event can appear before one that was already read.
  position bigint,
  type text not null,
  data jsonb not null,
  entitlements jsonb not null,
  -- By the database's clock: by those of the instances, a later event of an account could have an earlier time.
  occurred_at timestamptz not null,
  primary key (account_id, sequence),
  constraint one_event_per_position unique (position)
);
create index feed_events_without_position on feed_events (number) where position is null;
create index feed_events_by_time on feed_events (occurred_at, position) where position is not null;

-- Facts that are not entitlements, such as a refund: each becomes an event when its transaction commits.
create table feed_facts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  type text not null,
  data jsonb not null,
  occurred_at timestamptz not null
);

-- Null while the account is not set up: the provider's systems do not know it yet.
-- Always by indexes: its plans are kept from when the tables were empty, and the embedded database does not analyze them soon
-- enough.
create function entitlements_of(account bigint) returns jsonb language plpgsql stable set enable_seqscan = off as $$
begin
  return (select jsonb_build_object(
    'account_number', a.pin,
    'status', s.status,
    'may_dial', s.status = 'active',
    'ends_at', case when n.ended_at is null and s.status <> 'ended' then
      to_char(n.cancel_on::timestamp at time zone n.time_zone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end,
    'hold', case when n.ended_at is null and s.status <> 'ended' and n.held_until > coalesce(n.month, n.held_from)
      then jsonb_build_object('from', n.held_from, 'until', n.held_until) end,
    'plan', coalesce((
      select jsonb_agg(jsonb_build_object('item', i.item, 'quantity', i.quantity) order by i.item)
      from subscription_items i where i.subscription_id = n.id and i.quantity > 0), '[]'),
    'people', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', g.id,
        'role', g.role,
        -- Who has no dialer does not dial: the provider needs neither name nor email.
        'name', case when d.dialers is not null then trim(g.first_name || ' ' || g.last_name) end,
        'email', case when d.dialers is not null then g.email end,
        'dialers', coalesce(d.dialers, '[]')) order by g.id)
      from agents g left join lateral (
        select jsonb_agg(jsonb_build_object('item', t.item, 'number', t.place) order by t.item, t.place) as dialers
        from dialer_assignments t where t.agent_id = g.id
      ) d on true
      where g.account_id = a.id and g.removed_at is null and g.joined_at is not null), '[]'))
  from accounts a
  left join lateral (
    select m.*, (select max(p.starts_on) from periods p where p.subscription_id = m.id) as month
    from subscriptions m where m.account_id = a.id order by m.id desc limit 1
  ) n on true
  cross join lateral (
    select case
      when a.status = 'past_due' then 'past_due'
      when a.status = '24h_past_due' then 'suspended'
      when a.status not in ('active', 'free agent') then 'ended'
      when n.month >= n.held_from and n.month < n.held_until then 'on_hold'
      else 'active'
    end as status
  ) s
  where a.id = account and a.status not in ('pending', 'free signup agent'));
end
$$;

-- One event for each difference between two entitlements, in the order in which they are sent.
create function changes_between(before jsonb, after jsonb) returns table (type text, data jsonb) language sql immutable as $$
  select 'account.' || case after ->> 'status'
      when 'active' then case when before is null then 'set_up' else 'resumed' end
      else after ->> 'status'
    end, case when before is null then '{}' else jsonb_build_object('status_before', before -> 'status') end
  where before is null or before -> 'status' <> after -> 'status'
  union all
  select 'account.canceled', '{}'
  where before is not null and jsonb_typeof(after -> 'ends_at') = 'string' and before -> 'ends_at' <> after -> 'ends_at'
  union all
  select 'account.resumed', '{}'
  where before -> 'status' = after -> 'status'
    and jsonb_typeof(before -> 'ends_at') = 'string' and jsonb_typeof(after -> 'ends_at') = 'null'
  union all
  select 'account.hold_changed', '{}'
  where before -> 'status' = after -> 'status' and before -> 'hold' <> after -> 'hold'
  union all
  select 'plan.changed', jsonb_build_object('plan_before', before -> 'plan')
  where before -> 'plan' <> after -> 'plan'
  union all
  (select case when p.old is null then 'person.added' when p.new is null then 'person.removed' else 'person.changed' end,
    jsonb_build_object('person_id', p.id)
  from (
    select coalesce(n.person -> 'id', o.person -> 'id') as id, o.person as old, n.person as new
    from (select value as person from jsonb_array_elements(before -> 'people')) o
    full join (select value as person from jsonb_array_elements(after -> 'people')) n
      on n.person -> 'id' = o.person -> 'id'
  ) p
  where before is not null and p.old is distinct from p.new
  order by p.id)
$$;

-- Writes what has changed since the last event of the account. Waits for other transactions that have written events of the
-- same account, and reads only then. While an account has no row yet, its transactions take turns, so that the one that sets
-- it up does not miss what another one is about to commit. An account whose sequence is below the base starts again above it,
-- with everything that it may do now.
create function note_entitlements(account bigint) returns void language plpgsql as $$
declare
  known entitlements;
  base bigint;
  now_value jsonb;
  change record;
begin
  select * into known from entitlements where account_id = account for update;
  if not found then
    perform pg_advisory_xact_lock(87, hashint8(account));
    if entitlements_of(account) is null then return; end if;
    insert into entitlements (account_id, sequence) values (account, 0) on conflict do nothing;
    select * into known from entitlements where account_id = account for update;
  end if;
  select sequence_base into base from feed_state;
  if known.sequence < base then
    known.sequence := base;
    known.value := null;
  end if;
  now_value := entitlements_of(account);
  if now_value is null or now_value = known.value then return; end if;
  for change in select * from changes_between(known.value, now_value) loop
    known.sequence := known.sequence + 1;
    insert into feed_events (account_id, sequence, type, data, entitlements, occurred_at)
    values (account, known.sequence, change.type, change.data, now_value, clock_timestamp());
  end loop;
  update entitlements set sequence = known.sequence, value = now_value where account_id = account;
end
$$;

create function note_entitlements_of_row() returns trigger language plpgsql as $$
declare
  account bigint;
begin
  case tg_table_name
    when 'accounts' then account := new.id;
    when 'subscription_items' then
      select s.account_id into account from subscriptions s
      where s.id = coalesce(new.subscription_id, old.subscription_id);
    when 'periods' then
      -- A month matters only if it begins or ends a hold.
      select s.account_id into account from subscriptions s
      where s.id = new.subscription_id and s.held_until is not null;
    else account := coalesce(new.account_id, old.account_id);
  end case;
  if account is not null then perform note_entitlements(account); end if;
  return null;
end
$$;

create function note_fact() returns trigger language plpgsql as $$
begin
  perform note_entitlements(new.account_id);
  with known as (
    update entitlements set sequence = sequence + 1 where account_id = new.account_id
    returning sequence, value
  )
  insert into feed_events (account_id, sequence, type, data, entitlements, occurred_at)
  select new.account_id, known.sequence, new.type, new.data, known.value, clock_timestamp() from known;
  delete from feed_facts where id = new.id;
  return null;
end
$$;

-- Deferred: they run at the end of the transaction, and hold the account's lock only until it is committed.
create constraint trigger note_entitlements after insert or update of pin, status on accounts
  deferrable initially deferred for each row execute function note_entitlements_of_row();
create constraint trigger note_entitlements
  after insert or update of account_id, time_zone, cancel_on, held_from, held_until, ended_at on subscriptions
  deferrable initially deferred for each row execute function note_entitlements_of_row();
create constraint trigger note_entitlements after insert or update of item, quantity or delete on subscription_items
  deferrable initially deferred for each row execute function note_entitlements_of_row();
create constraint trigger note_entitlements after insert on periods
  deferrable initially deferred for each row execute function note_entitlements_of_row();
create constraint trigger note_entitlements
  after insert or update of email, first_name, last_name, role, joined_at, removed_at or delete on agents
  deferrable initially deferred for each row execute function note_entitlements_of_row();
create constraint trigger note_entitlements after insert or update of item, place or delete on dialer_assignments
  deferrable initially deferred for each row execute function note_entitlements_of_row();
create constraint trigger note_fact after insert on feed_facts
  deferrable initially deferred for each row execute function note_fact();

-- Where events are sent.
create table feed_endpoints (
  id bigint generated always as identity primary key,
  -- As the URL standard writes it, so that another spelling is the same one.
  url text not null,
  secret_sealed text not null,
  key_id text not null,
  -- Each former secret signs until its own end, the newest first: [{"sealed": "…", "endsAt": "2026-11-19T12:00:00.000Z"}].
  former_secrets jsonb not null default '[]',
  state text not null default 'active',
  -- Events up to here were accepted, except those of accounts in feed_backlog.
  sent_through bigint not null,
  -- How often in a row it could not be reached, and when it is tried again.
  tries integer not null default 0,
  next_at timestamptz not null,
  failing_since timestamptz,
  last_error text,
  last_taken_at timestamptz,
  -- Events were deleted that it had not accepted. Kept until an operator replays or resumes.
  missed_at timestamptz,
  -- The instance that sends to it now, until then at most, by the clock of the database.
  claim uuid,
  claimed_until timestamptz,
  served_at timestamptz,
  created_at timestamptz not null,
  constraint one_endpoint_per_url unique (url),
  constraint endpoint_state_is_known check (state in ('active', 'failing', 'disabled'))
);

-- Accounts whose next event an endpoint has not accepted yet. Their later events wait for it.
create table feed_backlog (
  endpoint_id bigint not null references feed_endpoints (id) on delete cascade,
  account_id bigint not null references accounts (id),
  next_sequence bigint not null,
  tries integer not null,
  next_at timestamptz not null,
  failing_since timestamptz,
  last_error text,
  primary key (endpoint_id, account_id)
);
create index feed_backlog_by_time on feed_backlog (endpoint_id, next_at);
-- Since when the account that waits longest has been refused: read after every batch and by every scrape of the metrics. An
-- endpoint may have refused an event of every account.
create index feed_backlog_by_failing_since on feed_backlog (endpoint_id, failing_since)
  where failing_since is not null;
-- Which endpoints had not accepted an event that is deleted, for every 500 of them.
create index feed_backlog_by_account on feed_backlog (account_id, next_sequence);

-- Who may read events.
create table feed_keys (
  id bigint generated always as identity primary key,
  name text not null,
  token_hash bytea not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  constraint one_feed_key_per_name unique (name),
  constraint one_feed_key_per_token unique (token_hash)
);
