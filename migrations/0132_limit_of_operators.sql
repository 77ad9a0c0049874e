-- What one operator gave back within a day, on one account and on all of them.
create index approvals_given_by on approvals (asked_by, decided_at) where state = 'agreed';
drop index approvals_given;

-- A charge that waits for an answer may be the one of a sign-up, which has no account yet.
alter table approvals alter column account_id drop not null;
