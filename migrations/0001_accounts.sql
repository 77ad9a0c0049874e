-- Who buys, who signs in, and what proves it.

create table accounts (
  id bigint generated always as identity primary key,
  pin text not null,
  company text not null,
  status text not null,
  time_zone text not null default 'US/Eastern',
  industry text not null default '',
  mobile_phone text not null default '',
  office_phone text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  country text not null default 'US',
  market_country text,
  market_state text,
  mls text,
  how_heard text[] not null default '{}',
  how_heard_other text,
  fraud_marked_at timestamptz,
  fraud_reason text,
  status_since timestamptz not null,
  created_at timestamptz not null,
  constraint one_account_per_pin unique (pin),
  constraint pin_is_six_digits check (pin ~ '^[0-9]{6}$'),
  constraint status_is_known check (
    status in ('free signup agent', 'free agent', 'pending', 'waiting for reactivation', 'active',
               'expired', 'canceled', 'past_due', '24h_past_due')
  ),
  constraint fraud_is_canceled check (fraud_marked_at is null or status = 'canceled')
);

-- A person who can sign in. Without joined_at it is an invitation that nobody has taken up yet.
create table agents (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  email text not null,
  email_key text not null generated always as (lower(email)) stored,
  first_name text not null,
  last_name text not null,
  role text not null,
  password_hash text,
  first_security_question smallint,
  first_answer_hash text,
  second_security_question smallint,
  second_answer_hash text,
  invited_at timestamptz,
  joined_at timestamptz,
  removed_at timestamptz,
  mail_bounced_at timestamptz,
  created_at timestamptz not null,
  constraint role_is_known check (role in ('owner', 'user')),
  constraint joined_with_a_password check (joined_at is null or password_hash is not null)
);
create unique index one_agent_per_email_and_account on agents (account_id, email_key) where removed_at is null;
create unique index one_owner_per_account on agents (account_id) where role = 'owner' and removed_at is null;
create index agents_by_email on agents (email_key) where removed_at is null;

create table sessions (
  token_hash bytea primary key,
  id bigint generated always as identity,
  agent_id bigint not null references agents (id),
  reach text not null,
  device_hash bytea,
  address text not null,
  user_agent text not null,
  browser_name text not null default '',
  browser_version text not null default '',
  screen_width text not null default '',
  screen_height text not null default '',
  is_mobile boolean not null default false,
  is_mobile_retry boolean not null default false,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint one_session_per_id unique (id),
  constraint reach_is_known check (reach in ('account', 'billing', 'reactivation'))
);
create index sessions_by_agent on sessions (agent_id) where ended_at is null;

-- Devices that an agent has signed in from: a new one is worth a mail.
create table devices (
  agent_id bigint not null references agents (id),
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (agent_id, device_hash)
);

-- A link in a mail. Opening it never spends it; spending it is one update that cannot happen twice.
create table links (
  token_hash bytea primary key,
  purpose text not null,
  agent_id bigint references agents (id),
  account_id bigint references accounts (id),
  subject jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index links_by_agent on links (agent_id, purpose) where spent_at is null;
create index links_by_account on links (account_id, purpose) where spent_at is null;

-- Shared between instances: how often something was tried in the current window.
create table limits (
  key text primary key,
  points integer not null,
  window_ends_at timestamptz not null
);
create index limits_by_window on limits (window_ends_at);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  account_id bigint references accounts (id),
  details jsonb not null default '{}'
);
create index audit_by_account on audit (account_id, at);

-- What an operator sets: the login message, the system status.
create table settings (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null
);
