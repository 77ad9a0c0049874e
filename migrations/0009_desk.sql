-- The people who help customers, and what they do. They are not agents of an account: they sign in at the desk, with a second
-- factor.

create table operators (
  id bigint generated always as identity primary key,
  email text not null,
  email_key text not null generated always as (lower(email)) stored,
  name text not null,
  role text not null,
  password_hash text,
  -- Random: authenticators keep it, and show it to anyone who holds them.
  user_handle bytea not null,
  -- The authenticator app. Null until the operator has begun.
  totp_sealed bytea,
  totp_key_id text,
  -- The newest 30-second step whose code was used: neither it nor an older one works again.
  totp_last_step bigint not null default 0,
  -- The operator who gave this one a link or a role, and when: for a while, this one cannot be the second operator who agrees.
  let_in_by bigint references operators (id),
  let_in_at timestamptz,
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

-- A row without confirmed_at is a correct password that still needs the second factor. It opens nothing.
create table operator_sessions (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  token_hash bytea not null,
  ip text not null,
  device text not null,
  -- Where an operator has signed in before: strangers cannot use up the operator's own tries there. Null before the second
  -- factor, and forgotten with the password.
  network text,
  device_hash bytea,
  -- What a passkey has to sign, once.
  challenge_hash bytea,
  challenge_expires_at timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
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

-- An operator's look at the account pages of one person, read-only, for a few minutes.
create table operator_views (
  id bigint generated always as identity primary key,
  token_hash bytea not null,
  operator_id bigint not null references operators (id),
  -- The view ends with the session in which it began.
  session_id bigint not null references operator_sessions (id) on delete cascade,
  agent_id bigint not null references agents (id),
  reason text not null,
  begun_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  constraint operator_view_has_reason check (reason <> ''),
  constraint operator_view_lasts check (ends_at > begun_at)
);
create unique index operator_views_by_token on operator_views (token_hash);
create unique index one_open_view_per_operator on operator_views (operator_id) where ended_at is null;
create index operator_views_of_session on operator_views (session_id);
create index operator_views_of_agent on operator_views (agent_id);
create index operator_views_by_begin on operator_views (begun_at);

-- For operators only. A note is never changed: it is struck out, and stays readable.
create table account_notes (
  id bigint generated always as identity primary key,
  -- Of the form that it was written in: sent twice, it is one note.
  key text not null,
  account_id bigint not null references accounts (id),
  written_by text not null,
  words text not null,
  created_at timestamptz not null,
  struck_by text,
  struck_at timestamptz,
  constraint one_note_per_key unique (key),
  constraint note_says_something check (words <> ''),
  constraint struck_notes_say_by_whom check ((struck_at is null) = (struck_by is null))
);
create index account_notes_by_account on account_notes (account_id, created_at, id);

-- What operators gave back at the desk, and what waits for a second operator because it is above the limit.
create table approvals (
  id bigint generated always as identity primary key,
  -- Made when the dialog is opened: a repeated request has the same one.
  key text not null,
  body_digest bytea not null,
  -- Null for the charge of a sign-up, which has no account yet.
  account_id bigint references accounts (id),
  -- What exactly is done, and what would follow as the requesting operator saw it.
  action jsonb not null,
  preview jsonb not null,
  value_cents integer not null,
  words text not null,
  needs_second boolean not null,
  -- Expired, done and failed are not kept: they follow from expires_at and from the credit note desk-ID.
  state text not null,
  asked_by bigint not null references operators (id),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by bigint references operators (id),
  decided_at timestamptz,
  decided_words text not null default '',
  constraint approvals_key_once unique (key),
  constraint approvals_value_is_no_charge check (value_cents >= 0),
  constraint approvals_state_known check (state in ('asked', 'agreed', 'declined', 'withdrawn')),
  constraint approvals_decided_whole check ((state = 'asked') = (decided_at is null) and (state = 'asked') = (decided_by is null)),
  constraint approvals_second_person check (
    case state
      when 'agreed' then (decided_by <> asked_by) = needs_second
      when 'declined' then decided_by <> asked_by
      when 'withdrawn' then decided_by = asked_by
      else needs_second
    end)
);
create index approvals_by_account on approvals (account_id, id);
-- What one operator gave back within a day, on one account and on all of them.
create index approvals_given_by on approvals (asked_by, decided_at) where state = 'agreed';
create index approvals_asked on approvals (expires_at, id) where state = 'asked';
create index approvals_needing_second on approvals (id) where needs_second;

-- Answers to forms that send a mail or end something: sent twice, such as after a lost answer, the form acts once. Kept for a
-- day.
create table desk_answers (
  key text primary key,
  actor text not null,
  -- Of the request, without the reason.
  digest bytea not null,
  -- Null only inside the transaction that does it.
  answer text,
  at timestamptz not null
);
create index desk_answers_by_time on desk_answers (at);
