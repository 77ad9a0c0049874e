-- How the person of a session last showed who they are, and when. Empty for a session from before this migration.
alter table sessions
  add column shown_way text,
  add column shown_at timestamptz;
-- Not checked against old rows, which are all empty: that would lock the table while it is read.
alter table sessions
  add constraint shown_way_is_known check (shown_way in ('passkey', 'code', 'password')) not valid,
  add constraint shown_way_has_its_time check ((shown_way is null) = (shown_at is null)) not valid;
