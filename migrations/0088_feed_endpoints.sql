-- Where events are sent, and who may read them.

create table feed_endpoints (
  id bigint generated always as identity primary key,
  url text not null,
  -- Both sign while a rotation lasts.
  secret_sealed text not null,
  former_secret_sealed text,
  former_secret_ends_at timestamptz,
  key_id text not null,
  state text not null default 'active',
  -- Events up to here were taken, except those of accounts in feed_backlog.
  sent_through bigint not null,
  -- How often in a row it could not be reached, and when it is tried again.
  tries integer not null default 0,
  next_at timestamptz not null,
  failing_since timestamptz,
  last_error text,
  last_taken_at timestamptz,
  -- Events were deleted that it had not taken. Kept until the operator replays or resumes.
  missed_at timestamptz,
  -- The instance that sends to it now, until then at most, by the clock of the database.
  claim uuid,
  claimed_until timestamptz,
  served_at timestamptz,
  created_at timestamptz not null,
  constraint endpoint_state_is_known check (state in ('active', 'failing', 'disabled'))
);

-- Accounts whose next event an endpoint has not taken yet. Their later events wait for it.
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

create table feed_keys (
  id bigint generated always as identity primary key,
  name text not null,
  token_hash bytea not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  constraint one_feed_key_per_name unique (name),
  constraint one_feed_key_per_token unique (token_hash)
);
