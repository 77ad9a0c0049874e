-- What is left of a sign-in once its session is deleted: evidence for a dispute, as long as one can come.

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
