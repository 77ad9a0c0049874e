-- A link that ended because it was used is told apart from one that was replaced or stopped. What an older release spends
-- has none, and is told like every other link that has ended.
alter table links add column used_at timestamptz;

-- Who asked for a charge of an account: an agent, or the link of a mail. Null for what was due by itself.
alter table charges add column asked_by text;

-- The end of an account counts when its email is looked up.
create index subscriptions_by_account on subscriptions (account_id);
