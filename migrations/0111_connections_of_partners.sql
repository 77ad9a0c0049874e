-- The list of partners looks at the newest connections of each, and at the tokens that were not replaced: one that refreshes
-- every hour has two thousand others.

-- Sorting the rows of a large table may take longer than a request may.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

-- First the connections: whoever makes one has locked them before its tokens.
create index if not exists grants_by_client_newest on grants (client_id, created_at) where revoked_at is null;
create index if not exists tokens_in_use on tokens (grant_id, expires_at) where replaced_at is null;
