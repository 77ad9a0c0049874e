-- The secret of a trial on PostgreSQL without SECRETS: made once and shared by all instances. Production needs its own.
create table own_secret (
  is_only boolean primary key default true check (is_only),
  secret text not null,
  made_at timestamptz not null
);
