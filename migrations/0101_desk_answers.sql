-- What the desk answered to a form that mails somebody or ends something: sent twice, such as after a lost answer, it is done
-- once. Kept for a day.
create table desk_answers (
  key text primary key,
  actor text not null,
  -- Of what was asked for, without the reason.
  digest bytea not null,
  -- Null only inside the transaction that does it.
  answer text,
  at timestamptz not null
);
create index desk_answers_by_time on desk_answers (at);
