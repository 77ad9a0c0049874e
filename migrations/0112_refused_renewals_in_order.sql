-- The refused renewals that are still open are listed by their moment and then by their id. With an index by the moment alone the
-- planner reads and sorts all of them for each page.

-- Reading a large table may take longer than a request may.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

-- Dropped first, so that the stronger lock is taken first: taking it after the weaker one could deadlock.
drop index if exists periods_past_due;
create index if not exists periods_refused on periods (failed_at, id) where state = 'past_due';

-- Since 0111 another index begins with the same column, for the same rows. The planner took this one, and sorted all connections
-- of a partner to find the newest.
drop index if exists grants_by_client;
