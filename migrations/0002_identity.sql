-- How people prove who they are: sessions, links, second factors, passkeys, passwords.

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
  -- How the person of this session last proved who they are, and when.
  shown_way text,
  shown_at timestamptz,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint one_session_per_id unique (id),
  constraint reach_is_known check (reach in ('account', 'billing', 'reactivation')),
  constraint shown_way_is_known check (shown_way in ('passkey', 'code', 'password')),
  constraint shown_way_has_its_time check ((shown_way is null) = (shown_at is null))
) with (
  -- What is due is read from the front of an index, where finished rows leave dead entries until a vacuum. By default that
  -- waits for a fifth of the table.
  autovacuum_vacuum_scale_factor = 0.02
);
create index sessions_by_agent on sessions (agent_id) where ended_at is null;
-- Each wrong password looks up where this person has signed in before, in ended sessions, too.
create index sessions_by_agent_and_start on sessions (agent_id, created_at);
create index sessions_by_start on sessions (created_at, id);

-- What remains of a sign-in once its session is deleted: evidence for a dispute, as long as one can come.
create table past_sign_ins (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  agent_id bigint not null references agents (id),
  at timestamptz not null,
  -- Shortened, and the device in words.
  ip text not null,
  device text not null
);
create index past_sign_ins_by_account on past_sign_ins (account_id, at, id);
create index past_sign_ins_by_time on past_sign_ins (at, id);

-- One row per person, network, kind and hour, however often somebody guesses.
create table failed_sign_ins (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents (id),
  hour timestamptz not null,
  ip text not null,
  device text not null,
  what text not null,
  tries integer not null default 1,
  last_at timestamptz not null,
  constraint failed_sign_ins_what check (what in ('password', 'code', 'confirmation')),
  constraint one_row_per_network_and_hour unique (agent_id, hour, ip, what)
);
create index failed_sign_ins_by_agent on failed_sign_ins (agent_id, last_at, id);
create index failed_sign_ins_by_hour on failed_sign_ins (hour);

-- Devices that a person has signed in from: a new one is worth a mail.
create table devices (
  agent_id bigint not null references agents (id),
  device_hash bytea not null,
  -- Given by the person, to distinguish two of them.
  name text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (agent_id, device_hash),
  constraint devices_name_short check (char_length(name) between 1 and 40)
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
  spent_at timestamptz,
  -- Set if it was used; null if it was replaced or stopped.
  used_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02);
create index links_by_agent on links (agent_id, purpose) where spent_at is null;
create index links_by_account on links (account_id, purpose) where spent_at is null;
create index links_by_end on links (expires_at);

-- The authenticator app of a person. Not in force before it was confirmed with a code.
create table second_factors (
  agent_id bigint primary key references agents (id),
  secret_sealed bytea not null,
  key_id text not null,
  -- The newest 30-second step whose code was used: neither it nor an older one works again.
  last_step bigint not null default 0,
  -- The hash of the second step in which a set-up was begun: nobody else sees its key. Null if it was begun in a session.
  begun_by bytea,
  -- The parameters and the salt of the recovery codes, the same for all ten, so that checking a code takes one hash.
  codes_salt text,
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create index second_factors_by_key on second_factors (key_id);

create table recovery_codes (
  agent_id bigint not null references agents (id),
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (agent_id, code_hash)
);

-- A sign-in with a correct password that still needs the second factor. It is not a session.
create table second_steps (
  token_hash bytea primary key,
  agent_id bigint not null references agents (id),
  goal jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when the person set up a factor in this step, which then needs no further code.
  set_up_at timestamptz,
  spent_at timestamptz
);
create index second_steps_by_expiry on second_steps (expires_at);
create index second_steps_by_agent on second_steps (agent_id);

-- Devices that need no second factor until the row expires. The trust ends with the sessions of the device.
create table trusted_devices (
  id bigint generated always as identity,
  agent_id bigint not null references agents (id),
  token_hash bytea not null,
  device_hash bytea not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint one_trusted_device_per_id unique (id),
  primary key (agent_id, token_hash)
);
create index trusted_devices_by_expiry on trusted_devices (expires_at);

-- Each belongs to one person of one account.
create table passkeys (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents (id),
  credential_id bytea not null,
  public_key bytea not null,
  -- How often it has signed. Authenticators that do not count always send 0.
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  -- Made by the browser by itself. It counts as a factor once it has been used: until then the person may have no device
  -- that holds it, and may not know of it.
  is_automatic boolean not null default false,
  is_factor boolean not null generated always as (not is_automatic or last_used_at is not null) stored,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint one_row_per_credential unique (credential_id)
);
create index passkeys_by_agent on passkeys (agent_id, id);

-- How authenticators name a person: random, so that it reveals nothing. And the answer to our offer of a passkey.
create table passkey_people (
  agent_id bigint primary key references agents (id),
  user_handle bytea not null,
  asked_at timestamptz,
  declined_at timestamptz,
  constraint one_person_per_handle unique (user_handle)
);

-- What an authenticator has to sign. Deleted when it comes back.
create table passkey_challenges (
  challenge_hash bytea primary key,
  browser_hash bytea not null,
  purpose text not null,
  agent_id bigint references agents (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- The owner requires a second factor of everyone in the account, with some days to set it up.
create table second_factor_demands (
  account_id bigint primary key references accounts (id),
  grace_days integer not null,
  demanded_at timestamptz not null,
  constraint grace_of_a_month_at_most check (grace_days between 0 and 30)
);

-- Everyone who has a second factor, once for each factor.
create view agents_with_factor as
  select agent_id from second_factors where confirmed_at is not null
  union all select agent_id from passkeys where is_factor;

-- Everyone who must have a factor, and from when on. Hours, because a day in an interval would depend on the time zone of the
-- connection.
create view demand_deadlines as
  select g.id as agent_id, g.account_id,
    greatest(d.demanded_at, g.joined_at) + make_interval(hours => 24 * d.grace_days) as due_at
  from second_factor_demands d join agents g on g.account_id = d.account_id
  where g.removed_at is null and g.joined_at is not null;

-- Those of them who have none. Written out, so that each part is answered by its index.
create view factor_deadlines as
  select d.agent_id, d.account_id, d.due_at from demand_deadlines d
  where not exists (select from second_factors f where f.agent_id = d.agent_id and f.confirmed_at is not null)
    and not exists (select from passkeys k where k.agent_id = d.agent_id and k.is_factor);

-- Lists of passwords from breaches, if an operator loads any. The newest complete list counts.
create table breach_lists (
  id integer generated always as identity primary key,
  source text not null,
  hashes bigint not null default 0,
  -- The most hashes under one prefix: every answer is made as long as this one, so that its length reveals nothing.
  largest integer not null default 0,
  started_at timestamptz not null,
  loaded_at timestamptz,
  loaded_by text not null
);
create unique index one_loaded_breach_list on breach_lists ((true)) where loaded_at is not null;

-- By the first 20 bits of the SHA-1 hash: the 32 bits after them, four bytes each.
create table breached_passwords (
  list_id integer not null references breach_lists (id),
  prefix integer not null,
  suffixes bytea not null,
  primary key (list_id, prefix)
);
-- Hashes cannot be compressed. PostgreSQL before 16 takes this only as a statement of its own.
alter table breached_passwords alter column suffixes set storage external;
