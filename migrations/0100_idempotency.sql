-- Requests that were made under a key, each done once. server/platform/idempotency.ts has the scopes, and how long each is
-- remembered.
create table idempotency (
  scope text not null,
  key text not null,
  made_by text not null,
  -- Of what was asked.
  digest bytea not null,
  -- The first answer, which holds no secret. Null only inside the transaction that does the work.
  answer jsonb,
  at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_by_time on idempotency (scope, at);

-- Of months and approvals the digest was made otherwise: their keys stay taken.
insert into idempotency (scope, key, made_by, digest, answer, at)
select 'desk-form', key, actor, digest, to_jsonb(answer), at from desk_answers
union all
select 'month', key, '', body_digest, answer, created_at from month_changes
union all
select 'approval', a.key, 'operator:' || o.email, a.body_digest, to_jsonb(a.id), a.asked_at
from approvals a join operators o on o.id = a.asked_by
union all
select 'note', key, written_by,
  sha256(convert_to('[["accountId",' || account_id || '],["words",' || to_json(words) || ']]', 'UTF8')),
  to_jsonb(id), created_at
from account_notes;

-- At once, since no release was made with them.
drop table desk_answers;
drop table month_changes;
alter table approvals drop column body_digest;
