-- Passwords that appeared in breaches, if the operator loads a list. The newest complete list counts.
create table breach_lists (
  id integer generated always as identity primary key,
  source text not null,
  hashes bigint not null default 0,
  -- The most hashes under one prefix: every answer is as long as this one, so that its length tells nothing.
  largest integer not null default 0,
  started_at timestamptz not null,
  loaded_at timestamptz,
  loaded_by text not null
);
create unique index one_loaded_breach_list on breach_lists ((true)) where loaded_at is not null;

-- By the first 20 bits of the SHA-1 hash: the 32 bits after them, four bytes each.
create table breached_passwords (
  list_id integer not null references breach_lists (id),
  prefix integer not null,
  suffixes bytea not null,
  primary key (list_id, prefix)
);
-- Hashes cannot be compressed.
alter table breached_passwords alter column suffixes set storage external;
