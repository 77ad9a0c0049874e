-- Who uses which dialer of the plan. A place is one dialer that was bought; several people may share it.
set local statement_timeout = 0;

create table dialer_assignments (
  agent_id bigint not null,
  item text not null,
  account_id bigint not null,
  place integer not null,
  assigned_by bigint,
  assigned_at timestamptz not null,
  constraint dialer_is_known check (item in ('single', 'triple')),
  constraint place_is_counted check (place > 0)
);

-- Until now everyone could use every dialer. Each person gets one; where there are fewer dialers than people, they share.
insert into dialer_assignments (agent_id, item, account_id, place, assigned_at)
with newest as (
  select distinct on (account_id) id, account_id from subscriptions order by account_id, id desc
), bought as (
  select n.account_id, i.item, p.place,
    row_number() over (partition by n.account_id order by i.item desc, p.place) - 1 as position,
    count(*) over (partition by n.account_id) as bought
  from newest n
  join subscription_items i on i.subscription_id = n.id and i.item in ('single', 'triple')
  cross join lateral generate_series(1, i.quantity) as p (place)
), people as (
  select id, account_id, row_number() over (partition by account_id order by role = 'owner' desc, joined_at, id) - 1 as position
  from agents where removed_at is null and joined_at is not null
)
select p.id, b.item, p.account_id, b.place, now()
from people p join bought b on b.account_id = p.account_id and b.position = p.position % b.bought;

-- After the rows, because checking them one by one would take minutes.
alter table dialer_assignments
  -- Nobody needs two of a kind: a person dials once at a time.
  add constraint one_dialer_of_a_kind_per_person primary key (agent_id, item),
  add constraint agent_is_known foreign key (agent_id) references agents (id),
  add constraint account_is_known foreign key (account_id) references accounts (id),
  add constraint assigner_is_known foreign key (assigned_by) references agents (id);
create index dialer_assignments_by_account on dialer_assignments (account_id, item, place);

-- The newest subscription counts, also after its end: reactivated, the people have their dialers again.
create function dialers_bought(account bigint, dialer text) returns integer language sql stable as $$
  select coalesce((
    select quantity from subscription_items
    where item = dialer
      and subscription_id = (select id from subscriptions where account_id = account order by id desc limit 1)
  ), 0)
$$;

create function refuse_unbought_dialer() returns trigger language plpgsql as $$
begin
  if new.place > dialers_bought(new.account_id, new.item) then
    raise check_violation using message = 'The plan has no such dialer', constraint = 'dialer_is_bought';
  end if;
  return new;
end
$$;
create trigger refuse_unbought_dialer before insert or update of item, place on dialer_assignments
  for each row execute function refuse_unbought_dialer();

-- Whoever changes the plan gives up dialers by the rule, tells people and records it. This is the last safeguard, also
-- while the release before this one still runs: at the end of a transaction nobody has more than was bought.
create function release_unbought_dialers() returns trigger language plpgsql as $$
begin
  delete from dialer_assignments d using subscriptions s
  where s.id = old.subscription_id and d.account_id = s.account_id and d.item = old.item
    and d.place > dialers_bought(s.account_id, old.item);
  return null;
end
$$;
create constraint trigger release_unbought_dialers after update or delete on subscription_items
  deferrable initially deferred for each row when (old.item in ('single', 'triple'))
  execute function release_unbought_dialers();
