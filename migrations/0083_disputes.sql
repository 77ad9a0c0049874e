-- One row per dispute at the bank, what the account was when it closed it, and what was lost.

create table disputes (
  id bigint generated always as identity primary key,
  gateway text not null,
  -- The gateway's id of the dispute; where it gives none, its reference of the charge.
  reference text not null,
  charge_id bigint not null references charges (id),
  account_id bigint not null references accounts (id),
  state text not null,
  amount_cents integer not null,
  -- What went back for good: all of it if lost, sometimes a part if won.
  lost_cents integer not null default 0,
  reason text not null default '',
  opened_on date not null,
  reply_by date,
  created_at timestamptz not null,
  -- When it was won or lost, and by whose word.
  closed_at timestamptz,
  closed_by text,
  -- The moment of that word by the gateway's own clock; null if an operator said so.
  decided_at timestamptz,
  -- What the account was when this dispute closed it. Null if it closed nothing.
  former_status text,
  former_status_since timestamptz,
  former_subscription_id bigint references subscriptions (id),
  constraint one_dispute_per_reference unique (reference, gateway),
  constraint dispute_state_is_known check (state in ('opened', 'won', 'lost')),
  constraint disputed_amount_is_positive check (amount_cents > 0),
  constraint never_more_lost_than_disputed check (lost_cents between 0 and amount_cents),
  constraint an_open_dispute_has_lost_nothing check (state <> 'opened' or lost_cents = 0),
  constraint closed_disputes_say_when check ((state = 'opened') = (closed_at is null))
);
create index disputes_by_charge on disputes (charge_id, id);
create index disputes_by_account on disputes (account_id, id);
create index disputes_by_day on disputes (opened_on, id);
create index open_disputes on disputes (opened_on, id) where state = 'opened';

-- What the bank has taken back of a charge, for good.
create function lost_of_charge(bigint) returns integer language sql stable as
  'select coalesce(sum(lost_cents), 0)::integer from disputes where charge_id = $1';

create function is_disputed(bigint) returns boolean language sql stable as
  'select exists (select from disputes where charge_id = $1 and state = ''opened'')';

create function disputes_of_charge(bigint) returns jsonb language sql stable as
  'select coalesce(jsonb_agg(jsonb_build_object(''state'', state, ''openedOn'', opened_on, ''closedAt'', closed_at,
     ''lostCents'', lost_cents) order by id), ''[]'') from disputes where charge_id = $1';

-- The dispute that set the fraud mark. Null: an operator did.
alter table accounts add column fraud_dispute_id bigint references disputes (id);

-- Disputes that were told before there was this table. A subscription that ended at the moment of the mark was running.
with told as (
  select distinct on (a.id) a.id as account_id, a.fraud_marked_at as at, c.id as charge_id, c.gateway,
    c.gateway_reference as reference, c.amount_cents,
    (select s.id from subscriptions s where s.account_id = a.id and s.ended_at = a.fraud_marked_at limit 1) as subscription_id
  from accounts a
  join audit e on e.account_id = a.id and e.action = 'dispute' and e.at = a.fraud_marked_at
  join charges c on c.account_id = a.id and c.gateway_reference = e.details->>'reference'
  where a.fraud_marked_at is not null and a.fraud_reason = 'disputed charge' and c.amount_cents > 0
  order by a.id, e.id desc
), written as (
  insert into disputes (gateway, reference, charge_id, account_id, state, amount_cents, opened_on, created_at,
    former_status, former_status_since, former_subscription_id)
  select gateway, reference, charge_id, account_id, 'opened', amount_cents, at::date, at,
    case when subscription_id is null then 'canceled' else 'active' end, at, subscription_id
  from told
  returning id, account_id
)
update accounts a set fraud_dispute_id = written.id from written where a.id = written.account_id;
