-- Money that goes back after it was settled: noted before the gateway is asked, so that a key is sent once.
create table refunds (
  id bigint generated always as identity primary key,
  key text not null,
  charge_id bigint not null references charges (id),
  amount_cents integer not null,
  gateway_reference text,
  outcome text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint one_refund_per_key unique (key),
  constraint refund_is_positive check (amount_cents > 0),
  constraint refund_outcome_is_known check (outcome in ('sent', 'refunded', 'refused', 'absent'))
);
create index refunds_by_charge on refunds (charge_id, id);

-- The embedded gateway's own book of refunds.
create table sandbox_refunds (
  reference text primary key,
  key text not null,
  charge_reference text not null references sandbox_charges (reference),
  amount_cents integer not null,
  created_at timestamptz not null,
  constraint one_sandbox_refund_per_key unique (key)
);
create index sandbox_refunds_by_charge on sandbox_refunds (charge_reference);
