-- Partners that customers connect, and the access they have.

create table clients (
  id text primary key,
  name text not null,
  logo_url text not null default '',
  is_confidential boolean not null,
  -- A partner with a secret may have to use PKCE as well; public partners always have to.
  requires_pkce boolean not null default false,
  redirect_uris text[] not null,
  scopes text[] not null,
  default_scope text not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- More than one while a secret is being rotated.
create table client_secrets (
  client_id text not null references clients (id),
  secret_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (client_id, secret_hash)
);

-- One connection of a person with a partner.
create table grants (
  id bigint generated always as identity primary key,
  client_id text not null references clients (id),
  agent_id bigint not null references agents (id),
  scope text not null,
  vendor_user_id text not null default '',
  type text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index grants_by_agent on grants (agent_id) where revoked_at is null;
-- The list of partners reads the newest connections of each.
create index grants_by_client_newest on grants (client_id, created_at) where revoked_at is null;

create table authorization_codes (
  code_hash bytea primary key,
  client_id text not null references clients (id),
  agent_id bigint not null references agents (id),
  redirect_uri text not null,
  scope text not null,
  code_challenge text,
  vendor_user_id text not null default '',
  type text not null default '',
  -- Shortened, and the device in words.
  ip text not null,
  device text not null,
  grant_id bigint references grants (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index codes_by_end on authorization_codes (expires_at);

create table tokens (
  token_hash bytea primary key,
  grant_id bigint not null references grants (id),
  kind text not null,
  -- A refreshed token may have a smaller scope than the grant. Null: all of it.
  scope text,
  replaced_by bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  replaced_at timestamptz,
  constraint token_kind_is_known check (kind in ('access', 'refresh'))
);
create index tokens_by_grant on tokens (grant_id);
create index tokens_by_end on tokens (expires_at);
-- A connection that refreshes every hour has two thousand replaced tokens beside the one in use.
create index tokens_in_use on tokens (grant_id, expires_at) where replaced_at is null;

-- A code of the email-video partner: five tries, one use.
create table partner_codes (
  code_hash bytea primary key,
  tries integer not null default 0,
  account_id bigint references accounts (id),
  first_seen_at timestamptz not null,
  used_at timestamptz
);
create index partner_codes_by_start on partner_codes (first_seen_at);

-- What the email-video partner gave for its code, encrypted: one link per account, the newest.
create table email_video_links (
  account_id bigint primary key references accounts (id),
  sealed_grant text not null,
  linked_at timestamptz not null
);
