-- What the desk shows and does about an account: operators' notes, hand-overs that both people agree to, and one timeline.

-- Sorting the rows of a large table may take longer than a request may.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

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

-- An operator asks; nothing changes before both have agreed.
create table hand_overs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  former_id bigint not null references agents (id),
  next_id bigint not null references agents (id),
  asked_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  former_agreed_at timestamptz,
  next_agreed_at timestamptz,
  ended_at timestamptz,
  -- How it ended.
  outcome text,
  constraint hand_over_is_between_two check (former_id <> next_id),
  constraint hand_over_outcome_is_known check (outcome in ('done', 'refused', 'withdrawn', 'expired')),
  constraint ended_hand_overs_say_how check ((ended_at is null) = (outcome is null)),
  constraint done_once_both_agreed check (outcome <> 'done' or num_nulls(former_agreed_at, next_agreed_at) = 0)
);
create unique index one_open_hand_over on hand_overs (account_id) where ended_at is null;
create index hand_overs_by_account on hand_overs (account_id, id);

-- Attempts to sign in from before this moment no longer count.
alter table agents add column unlocked_at timestamptz;

-- The timeline of an account, newest first. On a large database these can be made beforehand (docs/scale.md).
create index if not exists mails_of_account_by_time on mails (account_id, created_at, id);
create index if not exists charges_of_account_by_time on charges (account_id, created_at, id);
create index if not exists invoices_of_account_by_time on invoices (account_id, issued_at, id);
create index if not exists consents_of_account_by_time on orders (account_id, terms_accepted_at, id)
  where terms_accepted_at is not null;
create index if not exists credit_notes_of_account_by_time on credit_notes (account_id, created_at, id);
create index if not exists disputes_of_account_by_time on disputes (account_id, created_at, id);
