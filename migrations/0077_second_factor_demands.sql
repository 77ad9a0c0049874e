-- The owner requires a second factor of everyone in the account, with some days to set it up.
create table second_factor_demands (
  account_id bigint primary key references accounts (id),
  grace_days integer not null,
  demanded_at timestamptz not null,
  constraint grace_of_a_month_at_most check (grace_days between 0 and 30)
);

-- Set when the person set up a factor in this step, which then needs no further code.
alter table second_steps add column set_up_at timestamptz;

-- Everyone who has a second factor, once for each.
create view agents_with_factor as
  select agent_id from second_factors where confirmed_at is not null
  union all select agent_id from passkeys;

-- Everyone of whom a factor is required, and until when they may go without. Hours, because a day in an interval would
-- depend on the time zone of the connection.
create view demand_deadlines as
  select g.id as agent_id, g.account_id,
    greatest(d.demanded_at, g.joined_at) + make_interval(hours => 24 * d.grace_days) as due_at
  from second_factor_demands d join agents g on g.account_id = d.account_id
  where g.removed_at is null and g.joined_at is not null;

-- Those of them who have none. Written out, so that each part is answered by its index.
create view factor_deadlines as
  select d.agent_id, d.account_id, d.due_at from demand_deadlines d
  where not exists (select from second_factors f where f.agent_id = d.agent_id and f.confirmed_at is not null)
    and not exists (select from passkeys k where k.agent_id = d.agent_id);
