-- A sign-up that a person looks at before it is charged: the card is in the gateway's vault, and nothing was taken.
alter table orders drop constraint order_state_is_known;
alter table orders
  add constraint order_state_is_known
    check (state in ('intent', 'unknown', 'held', 'paid', 'declined', 'refused', 'voided')),
  add constraint only_a_sign_up_is_held check (state <> 'held' or kind = 'sign-up');

-- The release before this one knows only the index one_open_order_per_email, which stays until the next release.
create unique index one_waiting_order_per_email on orders (email_key)
  where kind = 'sign-up' and state in ('intent', 'unknown', 'held');

-- The gateway's own identifier of a card number. Null where the gateway has none.
alter table charges add column number_id text;
alter table cards add column number_id text;
create index cards_by_number on cards (number_id) where number_id is not null;

create table held_sign_ups (
  order_id bigint primary key references orders (id),
  -- The rule that held it, for the operator. The person never reads it.
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

create or replace function take_account_numbers() returns trigger language plpgsql as $$
begin
  update account_numbers n
  set taken = coalesce(n.taken, 0::bit(10000)) | a.taken
  from (
    select left(pin, 2)::smallint as first_two, bit_or(set_bit(0::bit(10000), right(pin, 4)::integer, 1)) as taken
    from added group by 1
  ) a
  where n.first_two = a.first_two and (n.taken is null or n.taken | a.taken <> n.taken);
  if exists (
    select from added join orders on orders.reserved_account_number = added.pin
    where orders.state in ('intent', 'unknown', 'held')
  ) then
    raise unique_violation using message = 'This account number is reserved by an order', constraint = 'one_account_per_pin';
  end if;
  return null;
end
$$;
