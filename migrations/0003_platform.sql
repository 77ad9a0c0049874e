-- What every feature uses: limits, settings, instances, the audit log, the outbox.

-- How often something was tried in the current window, shared between instances.
create table limits (
  key text primary key,
  points integer not null,
  window_ends_at timestamptz not null
);
create index limits_by_window on limits (window_ends_at);

-- What operators set, such as the sign-in message and the system status.
create table settings (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null
);

-- Webinars that operators turned on or off, until a moment or for good.
create table webinar_overrides (
  slot text primary key,
  is_active boolean not null,
  until timestamptz,
  constraint slot_is_known check (slot in ('morning', 'afternoon'))
);

-- Running instances, and the secrets of SECRETS that each of them knows, by the ids of their keys: nothing is encrypted with
-- a secret that one of them does not know.
create table instances (
  id uuid primary key,
  key_ids text[] not null,
  -- What it signs and encrypts with.
  in_use text not null,
  -- Since when it has been seen without a gap.
  since timestamptz not null,
  seen_at timestamptz not null
);

-- Each instance writes its own row to find out whether it is ready: only a write shows that the database takes writes. Most
-- of a page stays free, so that an update touches no index.
create table heartbeats (
  instance text primary key,
  beat_at timestamptz not null
) with (fillfactor = 20);

-- The secret of a trial on PostgreSQL without SECRETS: made once and shared by all instances. Production needs its own.
create table own_secret (
  is_only boolean primary key default true,
  secret text not null,
  made_at timestamptz not null,
  constraint own_secret_is_only_check check (is_only)
);

-- Who changed what, when: written in the transaction that changes it.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  account_id bigint references accounts (id),
  -- Whom it concerns.
  agent_id bigint references agents (id),
  -- Shortened, and the device in words.
  ip text not null default '',
  device text not null default '',
  details jsonb not null default '{}'
);
create index audit_by_account on audit (account_id, at);
create index audit_by_agent on audit (agent_id, at, id) where agent_id is not null;
-- Operators read the log by operator, by action and by time, newest first. Customers' own entries are found by their account.
create index audit_by_time on audit (at, id);
create index audit_by_action on audit (action, at, id);
create index audit_by_operator on audit (actor, at, id) where starts_with(actor, 'operator:');
-- Without it, an action that an operator seldom took would be looked for among everything that the operator did.
create index audit_by_operator_and_action on audit (actor, action, at, id) where starts_with(actor, 'operator:');

-- The outbox. A mail is a row of the transaction that causes it; a job delivers it. Once delivered over SMTP its text is
-- deleted: it may hold a link that still works.
create table mails (
  id bigint generated always as identity primary key,
  purpose text not null,
  account_id bigint references accounts (id),
  recipient text not null,
  subject text not null,
  plain text,
  html text,
  -- The mail without links that work once, so that it can be sent again. Deleted after a while.
  content jsonb,
  state text not null default 'waiting',
  tries integer not null default 0,
  last_error text,
  message_id text not null,
  -- If it came back: why, and the reason that the mail server or the mail provider gave.
  bounce text,
  bounced_at timestamptz,
  bounce_reason text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint one_mail_per_message_id unique (message_id),
  -- Withheld: its email is marked, and the mail is not one that must be sent nevertheless.
  constraint mail_state_is_known check (state in ('waiting', 'sent', 'kept', 'failed', 'withheld')),
  constraint waiting_mails_have_words check (state <> 'waiting' or (plain is not null and html is not null)),
  constraint bounce_is_known check (bounce in ('hard', 'soft', 'complaint')),
  constraint bounce_has_its_time check ((bounce is null) = (bounced_at is null))
) with (
  -- Twice a day in a large service: see sessions.
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 100000
);
create index mails_by_recipient on mails (lower(recipient), id);
create index mails_by_account on mails (account_id, id);
create index mails_of_account_by_time on mails (account_id, created_at, id);
create index mails_with_content on mails (settled_at) where content is not null;
-- What monitoring counts and what operators work on, however many mails have been sent.
create index mails_unsettled on mails (state, id) where state in ('waiting', 'failed');
create index failed_mails on mails (settled_at, id) where state = 'failed';
