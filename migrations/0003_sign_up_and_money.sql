-- From an unfinished sign-up to a paid month. Amounts are whole cents.

create table unfinished_sign_ups (
  id bigint generated always as identity primary key,
  email text not null,
  email_key text not null generated always as (lower(email)) stored,
  visitor_hash bytea not null,
  form jsonb not null,
  password_hash text not null,
  first_answer_hash text not null,
  second_answer_hash text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint one_unfinished_sign_up_per_email unique (email_key)
);

-- The intent to take money, written before the gateway is asked.
create table orders (
  id bigint generated always as identity primary key,
  key text not null,
  kind text not null,
  account_id bigint references accounts (id),
  email_key text not null,
  body_digest bytea not null,
  lines jsonb not null,
  amount_cents integer not null,
  -- What an account is made from if the answer comes late; emptied once it is made or released.
  customer jsonb,
  terms_version text,
  terms_accepted_at timestamptz,
  terms_address text,
  state text not null,
  refusal text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint one_order_per_key unique (key),
  constraint order_kind_is_known check (kind in ('sign-up', 'plan-change', 'open-balance', 'reactivation')),
  constraint order_state_is_known check (state in ('intent', 'unknown', 'paid', 'declined', 'refused', 'voided')),
  constraint amount_is_positive check (amount_cents >= 0)
);
create unique index one_open_order_per_email on orders (email_key)
  where kind = 'sign-up' and state in ('intent', 'unknown');
create index orders_by_account on orders (account_id, id);
create index open_orders on orders (created_at) where state in ('intent', 'unknown');

create table cards (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  gateway text not null,
  gateway_token text not null,
  brand text not null,
  last_four text not null,
  holder text not null,
  expires_month smallint not null,
  expires_year smallint not null,
  created_at timestamptz not null,
  replaced_at timestamptz
);
create unique index one_card_on_file on cards (account_id) where replaced_at is null;

create table subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  anchor_date date not null,
  time_zone text not null,
  started_at timestamptz not null,
  held_from date,
  held_until date,
  cancel_requested_at timestamptz,
  cancel_on date,
  cancel_reason text,
  cancel_reference text,
  ended_at timestamptz,
  constraint one_subscription_per_cancel_reference unique (cancel_reference),
  constraint hold_has_both_ends check ((held_from is null) = (held_until is null))
);
create unique index one_running_subscription on subscriptions (account_id) where ended_at is null;

create table subscription_items (
  subscription_id bigint not null references subscriptions (id),
  item text not null,
  quantity integer not null,
  unit_price_cents integer not null,
  primary key (subscription_id, item),
  constraint quantity_is_positive check (quantity > 0)
);

-- Less takes effect at renewal: what the plan becomes, and when.
create table subscription_changes (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions (id),
  effective_on date not null,
  items jsonb not null,
  requested_by bigint references agents (id),
  requested_at timestamptz not null,
  applied_at timestamptz,
  withdrawn_at timestamptz
);
create unique index one_waiting_change on subscription_changes (subscription_id)
  where applied_at is null and withdrawn_at is null;

-- One row per subscription and month: the constraint is what makes a month paid once.
create table periods (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions (id),
  starts_on date not null,
  ends_on date not null,
  due_at timestamptz not null,
  state text not null,
  tries integer not null default 0,
  next_try_at timestamptz,
  paid_at timestamptz,
  constraint one_period_per_month unique (subscription_id, starts_on),
  constraint period_state_is_known check (state in ('due', 'charging', 'paid', 'past_due', 'free', 'given_up'))
);
create index periods_to_charge on periods (next_try_at) where state in ('due', 'past_due', 'charging');

-- What was asked of the gateway under which key, and what became of it.
create table charges (
  id bigint generated always as identity primary key,
  key text not null,
  order_id bigint references orders (id),
  period_id bigint references periods (id),
  account_id bigint references accounts (id),
  gateway text not null,
  gateway_reference text,
  gateway_token text,
  amount_cents integer not null,
  brand text,
  last_four text,
  expires_month smallint,
  expires_year smallint,
  holder text,
  outcome text not null,
  reason text,
  refunded_cents integer not null default 0,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint one_charge_per_key unique (key),
  constraint charge_is_for_something check (num_nonnulls(order_id, period_id) = 1),
  constraint charge_outcome_is_known check (outcome in ('sent', 'paid', 'declined', 'unknown', 'voided', 'absent'))
);
create unique index one_paid_charge_per_order on charges (order_id) where outcome = 'paid';
create unique index one_paid_charge_per_period on charges (period_id) where outcome = 'paid';
create unique index one_charge_per_gateway_reference on charges (gateway, gateway_reference);
create index charges_to_settle on charges (created_at) where outcome in ('sent', 'unknown');
create index charges_by_account on charges (account_id, id);

create sequence invoice_numbers start 100001;
create table invoices (
  id bigint generated always as identity primary key,
  number text not null default ('R-' || nextval('invoice_numbers')),
  account_id bigint not null references accounts (id),
  order_id bigint references orders (id),
  period_id bigint references periods (id),
  charge_id bigint references charges (id),
  total_cents integer not null,
  refunded_cents integer not null default 0,
  note text not null default '',
  issued_at timestamptz not null,
  paid_at timestamptz,
  constraint one_invoice_per_number unique (number)
);
create unique index one_invoice_per_order on invoices (order_id) where order_id is not null;
create unique index one_invoice_per_period on invoices (period_id) where period_id is not null and order_id is null;
create index invoices_by_account on invoices (account_id, id);

create table invoice_lines (
  invoice_id bigint not null references invoices (id),
  position smallint not null,
  kind text not null,
  label text not null,
  quantity integer not null,
  unit_price_cents integer not null,
  amount_cents integer not null,
  primary key (invoice_id, position),
  constraint line_kind_is_known check (kind in ('item', 'part-month', 'credit', 'tax'))
);

create table price_lists (
  valid_from timestamptz primary key,
  prices jsonb not null,
  created_at timestamptz not null
);

-- Turning a paid account into a working one; what is dead waits for an operator.
create table set_ups (
  account_id bigint primary key references accounts (id),
  state text not null,
  tries integer not null default 0,
  last_error text,
  started_at timestamptz not null,
  settled_at timestamptz,
  constraint set_up_state_is_known check (state in ('running', 'done', 'dead'))
);

-- Signed notices of the gateway (disputes, refunds), each taken once.
create table gateway_notices (
  id text primary key,
  kind text not null,
  charge_id bigint references charges (id),
  received_at timestamptz not null
);

-- The embedded gateway's own books: its vault and its charges.
create table sandbox_cards (
  token text primary key,
  brand text not null,
  last_four text not null,
  behaviour text not null,
  created_at timestamptz not null
);
create table sandbox_charges (
  reference text primary key,
  key text not null,
  token text not null references sandbox_cards (token),
  amount_cents integer not null,
  outcome text not null,
  reason text,
  created_at timestamptz not null,
  voided_at timestamptz,
  constraint one_sandbox_charge_per_key unique (key)
);
