-- A passkey that the browser made by itself counts as a factor once it has been used: until then the person may have no
-- device that holds it, and may not even know of it.
alter table passkeys add column is_automatic boolean not null default false;
alter table passkeys add column is_factor boolean not null
  generated always as (not is_automatic or last_used_at is not null) stored;

create or replace view agents_with_factor as
  select agent_id from second_factors where confirmed_at is not null
  union all select agent_id from passkeys where is_factor;

create or replace view factor_deadlines as
  select d.agent_id, d.account_id, d.due_at from demand_deadlines d
  where not exists (select from second_factors f where f.agent_id = d.agent_id and f.confirmed_at is not null)
    and not exists (select from passkeys k where k.agent_id = d.agent_id and k.is_factor);

-- When a mailed link last set the password: a lost factor then waits longer.
alter table agents add column password_reset_at timestamptz;
