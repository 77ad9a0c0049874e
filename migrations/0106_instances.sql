-- The instances that run, and which of SECRETS each of them knows, by the ids of their keys: nothing is encrypted with a
-- secret that one of them does not know.
create table instances (
  id uuid primary key,
  key_ids text[] not null,
  -- What it signs and encrypts with.
  in_use text not null,
  -- Since when it has been seen without a gap.
  since timestamptz not null,
  seen_at timestamptz not null
);
