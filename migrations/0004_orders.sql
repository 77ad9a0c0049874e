-- From an unfinished sign-up to a paid order. Amounts are whole cents.

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
create index unfinished_sign_ups_by_change on unfinished_sign_ups (changed_at);

-- The intent to take money, written before the request to the gateway.
create table orders (
  id bigint generated always as identity primary key,
  key text not null,
  kind text not null,
  account_id bigint references accounts (id),
  email_key text not null,
  -- Who placed it, as far as a cookie knows: they may follow how their account is set up.
  visitor_hash bytea,
  body_digest bytea not null,
  lines jsonb not null,
  amount_cents integer not null,
  -- What an existing account gets once this order is paid.
  change jsonb,
  -- What a new account is made from, also if the answer comes late. Emptied once it is made or the order is closed.
  customer jsonb,
  -- The number that an open sign-up has reserved for its account.
  reserved_account_number text,
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  terms_address text not null,
  state text not null,
  refusal jsonb,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint one_order_per_key unique (key),
  constraint order_kind_is_known check (kind in ('sign-up', 'plan-change', 'reactivation')),
  constraint order_state_is_known check (
    state in ('intent', 'unknown', 'held', 'paid', 'declined', 'refused', 'voided')
  ),
  constraint only_a_sign_up_is_held check (state <> 'held' or kind = 'sign-up'),
  constraint amount_is_positive check (amount_cents >= 0),
  constraint reserved_account_number_is_six_digits check (reserved_account_number ~ '^[0-9]{6}$')
);
create unique index one_waiting_order_per_email on orders (email_key)
  where kind = 'sign-up' and state in ('intent', 'unknown', 'held');
create unique index one_open_order_per_account on orders (account_id)
  where kind in ('plan-change', 'reactivation') and state in ('intent', 'unknown');
create unique index one_order_per_reserved_number on orders (reserved_account_number)
  where reserved_account_number is not null;
create index orders_by_account on orders (account_id, id);
create index orders_by_visitor on orders (visitor_hash, id) where visitor_hash is not null;
create index open_orders on orders (created_at) where state in ('intent', 'unknown');
create index consents_of_account_by_time on orders (account_id, terms_accepted_at, id);

-- A reservation ends with its order, however the order is closed. Nobody has seen the number yet.
create function release_account_number() returns trigger language plpgsql as $$
begin
  update account_numbers
  set taken = set_bit(taken, right(new.reserved_account_number, 4)::integer, 0)
  where first_two = left(new.reserved_account_number, 2)::smallint
    and not exists (select from accounts where pin = new.reserved_account_number);
  new.reserved_account_number := null;
  return new;
end
$$;
create trigger release_account_number before update on orders for each row
  when (new.reserved_account_number is not null
    and (new.account_id is not null or new.state in ('declined', 'refused', 'voided')))
  execute function release_account_number();

-- A sign-up that a person looks at before it is charged: the card is in the gateway's vault, and nothing was taken.
create table held_sign_ups (
  order_id bigint primary key references orders (id),
  -- The rule that held it, for the operator. The customer never reads it.
  why text not null,
  gateway text not null,
  -- Emptied once the gateway has deleted the card, or an account has it.
  gateway_token text,
  brand text not null,
  last_four text not null,
  expires_month smallint not null,
  expires_year smallint not null,
  holder text not null,
  number_id text,
  card_country text not null,
  ip text not null,
  device text not null,
  held_at timestamptz not null,
  until timestamptz not null,
  decision text,
  decided_at timestamptz,
  decided_by text,
  reason text,
  constraint decision_is_known check (decision in ('released', 'refused', 'expired')),
  constraint decision_has_its_time check ((decision is null) = (decided_at is null))
);
create index undecided_sign_ups on held_sign_ups (until) where decided_at is null;
create index decided_sign_ups on held_sign_ups (decided_at) where decided_at is not null;
create index held_sign_ups_by_token on held_sign_ups (gateway_token) where gateway_token is not null;

-- Cards, devices and addresses whose payments are refused until a date.
create table blocks (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The gateway's identifier of a card number, the name of a device, or an IP address or block of addresses.
  value text not null,
  reason text not null,
  made_by text not null,
  until timestamptz not null,
  created_at timestamptz not null,
  constraint block_kind_is_known check (kind in ('card', 'device', 'address')),
  constraint one_block_per_value unique (kind, value)
);
create index blocks_by_end on blocks (until);

-- Turning a paid account into a working one. A dead one waits for an operator.
create table set_ups (
  account_id bigint primary key references accounts (id),
  state text not null,
  tries integer not null default 0,
  last_error text,
  started_at timestamptz not null,
  settled_at timestamptz,
  constraint set_up_state_is_known check (state in ('running', 'done', 'dead'))
);
create index unfinished_set_ups on set_ups (state, started_at) where state <> 'done';
