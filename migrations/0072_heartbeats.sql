-- Each instance writes its own row when it is asked whether it is ready: only a write shows that the database
-- takes writes. Most of a page stays free, so that an update touches no index.
create table heartbeats (
  instance text primary key,
  beat_at timestamptz not null
) with (fillfactor = 20);

-- For monitoring: what waits or failed, however many rows have been settled.
create index mails_unsettled on mails (state, id) where state in ('waiting', 'failed');
