-- Of a row's units so many were given by the operator and cost nothing; the others cost the row's price. A row that grows
-- keeps what was given.
alter table subscription_items
  add column given integer not null default 0,
  add constraint given_is_part_of_quantity check (given between 0 and quantity);
update subscription_items i set given = i.quantity
from subscriptions s join accounts a on a.id = s.account_id
where s.id = i.subscription_id and s.ended_at is null and a.status = 'free agent' and i.unit_price_cents = 0;

-- The end of a hold is announced once; a hold that is ended earlier has another last day, and is announced again.
create table hold_notices (
  subscription_id bigint not null references subscriptions (id),
  held_until date not null,
  sent_at timestamptz not null,
  primary key (subscription_id, held_until)
);
create index subscriptions_by_end_of_hold on subscriptions (held_until)
  where held_until is not null and ended_at is null;
