-- What an operator looks at: the account pages of one person, read-only, for a few minutes.
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
