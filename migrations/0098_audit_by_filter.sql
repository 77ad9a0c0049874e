-- The audit log is read by operator, by action and by time, newest first (docs/decisions/0091). On a large database these can
-- be made beforehand, without blocking writers, by "create index concurrently" under the same names: see docs/scale.md.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

create index if not exists audit_by_time on audit (at, id);
create index if not exists audit_by_action on audit (action, at, id);
-- Customers' own entries are found by their account.
create index if not exists audit_by_operator on audit (actor, at, id) where starts_with(actor, 'operator:');
