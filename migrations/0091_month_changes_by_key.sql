-- What an operator changed about an account's month, once for each key.

create table month_changes (
  key text primary key,
  account_id bigint not null references accounts (id),
  body_digest bytea not null,
  -- What the first request under this key was told. Null only while its transaction runs.
  answer jsonb,
  created_at timestamptz not null
);
create index month_changes_by_account on month_changes (account_id);

-- When the gateway told us about one of our own refunds: each of them explains one such notice.
alter table refunds add column told_at timestamptz;
