-- What operators gave back at the desk, and what waits for a second operator because it is above the limit.
create table approvals (
  id bigint generated always as identity primary key,
  -- Made when the dialog is opened: a request that is repeated is the same one.
  key text not null,
  body_digest bytea not null,
  account_id bigint not null references accounts (id),
  -- What exactly is done, and what would follow as the asking operator saw it.
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
-- What one operator gave back on one account within a day.
create index approvals_given on approvals (asked_by, account_id, decided_at) where state = 'agreed';
create index approvals_asked on approvals (expires_at, id) where state = 'asked';
create index approvals_needing_second on approvals (id) where needs_second;
