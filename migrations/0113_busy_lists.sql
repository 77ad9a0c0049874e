-- Reading a large table may take longer than a request may.
set local statement_timeout = 0;

-- Since when the account that waits longest has been refused: asked after every batch that is sent, and by every scrape of the
-- metrics, for each endpoint. An endpoint may have refused an event of every account.
create index if not exists feed_backlog_by_failing_since on feed_backlog (endpoint_id, failing_since)
  where failing_since is not null;
-- Which endpoints had not taken an event that is deleted: asked for every 500 of them.
create index if not exists feed_backlog_by_account on feed_backlog (account_id, next_sequence);

-- One action of one operator, newest first. By the operator alone, all that they ever did is read for an action that they seldom took.
create index if not exists audit_by_operator_and_action on audit (actor, action, at, id) where starts_with(actor, 'operator:');
