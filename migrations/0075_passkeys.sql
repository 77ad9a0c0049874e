-- Passkeys. Each belongs to one person of one account.
create table passkeys (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents (id),
  credential_id bytea not null,
  public_key bytea not null,
  -- How often it has signed. Authenticators that do not count always say 0.
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint one_row_per_credential unique (credential_id)
);
create index passkeys_by_agent on passkeys (agent_id, id);

-- How authenticators name a person: random, so that it says nothing. And what the person said to our offer.
create table passkey_people (
  agent_id bigint primary key references agents (id),
  user_handle bytea not null,
  asked_at timestamptz,
  declined_at timestamptz,
  constraint one_person_per_handle unique (user_handle)
);

-- What an authenticator is asked to sign. Deleted when it comes back.
create table passkey_challenges (
  challenge_hash bytea primary key,
  browser_hash bytea not null,
  purpose text not null,
  agent_id bigint references agents (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
