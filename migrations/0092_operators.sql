-- The people who help customers. They are no agents of an account: they sign in at the desk, with a second factor.
create table operators (
  id bigint generated always as identity primary key,
  email text not null,
  email_key text not null generated always as (lower(email)) stored,
  name text not null,
  role text not null,
  password_hash text,
  -- Random: authenticators keep it, and show it to whoever holds them.
  user_handle bytea not null,
  -- The authenticator app. Null until the person has begun.
  totp_sealed bytea,
  totp_key_id text,
  -- The newest 30-second step whose code was used: neither it nor an older one works again.
  totp_last_step bigint not null default 0,
  created_at timestamptz not null,
  disabled_at timestamptz,
  constraint operators_email_once unique (email_key),
  constraint operators_role_known check (role in ('reader', 'helper', 'money', 'admin')),
  constraint operators_factor_whole check ((totp_sealed is null) = (totp_key_id is null))
);
create index operators_by_key on operators (totp_key_id);

-- One-time links by which an operator begins, or begins again: they hold the key of the authenticator app to be set up.
create table operator_links (
  token_hash bytea primary key,
  operator_id bigint not null references operators (id),
  totp_sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index operator_links_by_operator on operator_links (operator_id);
create index operator_links_by_expiry on operator_links (expires_at);

-- A row without confirmed_at is a correct password whose second factor is still asked for. It opens nothing.
create table operator_sessions (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  token_hash bytea not null,
  ip text not null,
  device text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- What a passkey is asked to sign, once.
  challenge_hash bytea,
  challenge_expires_at timestamptz,
  constraint operator_sessions_token_once unique (token_hash)
);
create index operator_sessions_by_operator on operator_sessions (operator_id);
create index operator_sessions_by_expiry on operator_sessions (expires_at);

create table operator_passkeys (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint operator_passkeys_credential_once unique (credential_id)
);
create index operator_passkeys_by_operator on operator_passkeys (operator_id);
