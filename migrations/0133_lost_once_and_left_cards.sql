-- A charge can have several disputes, and its money can be lost once. taken_cents is what a dispute took by itself, and
-- lost_cents its share of the charge: what those that were decided before it had left. Null: the same.
alter table disputes add column taken_cents integer
  constraint never_more_taken_than_disputed check (taken_cents between 0 and amount_cents);

create function share_losses(charge bigint) returns void language sql volatile as $$
  update disputes d set lost_cents = shared.cents
  from (
    select x.id, greatest(0, least(x.taken, c.amount_cents - coalesce(sum(x.taken) over (
        order by x.closed_at, x.id rows between unbounded preceding and 1 preceding), 0))) as cents
    from (select id, charge_id, closed_at, coalesce(taken_cents, lost_cents) as taken from disputes
      where charge_id = charge and state <> 'opened') x
    join charges c on c.id = x.charge_id
  ) shared
  where d.id = shared.id and d.lost_cents <> shared.cents
$$;

with double as (
  select d.charge_id from disputes d join charges c on c.id = d.charge_id
  where d.lost_cents > 0 group by d.charge_id, c.amount_cents having sum(d.lost_cents) > c.amount_cents
)
update disputes set taken_cents = lost_cents where charge_id in (select charge_id from double) and state <> 'opened';
select share_losses(charge_id) from (
  select d.charge_id from disputes d join charges c on c.id = d.charge_id
  where d.lost_cents > 0 group by d.charge_id, c.amount_cents having sum(d.lost_cents) > c.amount_cents
) double;

-- Who still needs a card of the gateway's vault.
create index if not exists cards_by_token on cards (gateway_token);
create index if not exists open_charges_by_token on charges (gateway_token) where outcome in ('sent', 'unknown');
create index held_sign_ups_by_token on held_sign_ups (gateway_token) where gateway_token is not null;
