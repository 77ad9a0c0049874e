-- The outbox. A mail is a row of the transaction that causes it; a job delivers it.
-- Once delivered over SMTP the words are dropped: they may hold a link that still works.

create table mails (
  id bigint generated always as identity primary key,
  purpose text not null,
  account_id bigint references accounts (id),
  recipient text not null,
  subject text not null,
  plain text,
  html text,
  state text not null default 'waiting',
  tries integer not null default 0,
  last_error text,
  message_id text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint one_mail_per_message_id unique (message_id),
  constraint mail_state_is_known check (state in ('waiting', 'sent', 'kept', 'failed')),
  constraint waiting_mails_have_words check (state <> 'waiting' or (plain is not null and html is not null))
);
create index mails_by_recipient on mails (lower(recipient), id);
create index mails_by_account on mails (account_id, id);
