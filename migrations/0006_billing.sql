-- Cards, the money taken and the money given back. Amounts are whole cents.

create table cards (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  gateway text not null,
  gateway_token text not null,
  -- The gateway's own identifier of a card number. Null where the gateway has none.
  number_id text,
  brand text not null,
  last_four text not null,
  holder text not null,
  expires_month smallint not null,
  expires_year smallint not null,
  -- As in the audit log: agent:7, pay-link. Empty: with a sign-up.
  entered_by text not null default '',
  created_at timestamptz not null,
  replaced_at timestamptz
);
create unique index one_card_on_file on cards (account_id) where replaced_at is null;
-- Replaced ones included.
create index cards_by_account on cards (account_id);
create index cards_by_number on cards (number_id) where number_id is not null;
-- Who still needs a card of the gateway's vault.
create index cards_by_token on cards (gateway_token);
create index cards_by_last_four on cards (last_four, id);
create index cards_by_expiry on cards (expires_year, expires_month, id) where replaced_at is null;

-- Each warning before a card expires is sent once.
create table card_notices (
  card_id bigint not null references cards (id),
  days_before smallint not null,
  sent_at timestamptz not null,
  primary key (card_id, days_before)
);

-- Prices from a moment on.
create table price_lists (
  valid_from timestamptz primary key,
  prices jsonb not null,
  created_at timestamptz not null
);

-- What was requested from the gateway under which key, and its outcome.
create table charges (
  id bigint generated always as identity primary key,
  key text not null,
  order_id bigint references orders (id),
  period_id bigint references periods (id),
  account_id bigint references accounts (id),
  gateway text not null,
  gateway_reference text,
  gateway_token text not null,
  -- The gateway's own identifier of a card number. Null where the gateway has none.
  number_id text,
  amount_cents integer not null,
  brand text not null,
  last_four text not null,
  expires_month smallint not null,
  expires_year smallint not null,
  holder text not null,
  -- Who requested it: an agent, or the link of a mail. Null for what was due by itself.
  asked_by text,
  -- Shortened, and the device in words.
  asked_ip text not null default '',
  asked_device text not null default '',
  outcome text not null,
  reason text,
  refunded_cents integer not null default 0,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint one_charge_per_key unique (key),
  constraint charge_is_for_something check (num_nonnulls(order_id, period_id) = 1),
  constraint charge_outcome_is_known check (outcome in ('sent', 'paid', 'declined', 'unknown', 'voided', 'absent'))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
create unique index one_paid_charge_per_order on charges (order_id) where outcome = 'paid';
create unique index one_paid_charge_per_period on charges (period_id) where outcome = 'paid';
create unique index one_charge_per_gateway_reference on charges (gateway, gateway_reference);
create index charges_to_settle on charges (created_at) where outcome in ('sent', 'unknown');
create index open_charges_by_token on charges (gateway_token) where outcome in ('sent', 'unknown');
create index charges_by_account on charges (account_id, id);
create index charges_of_account_by_time on charges (account_id, created_at, id);
create index charges_by_period on charges (period_id, id) where period_id is not null;
-- By the moment at which the gateway confirmed it.
create index paid_charges_by_time on charges (settled_at, id) include (amount_cents, account_id)
  where outcome = 'paid';

-- Signed notices of the gateway (disputes, refunds), each taken once.
create table gateway_notices (
  id text primary key,
  kind text not null,
  charge_id bigint references charges (id),
  received_at timestamptz not null
);

-- Numbers of bills, credit notes and debit notes. A sequence reserves numbers ahead, so that a crash skips some, and a
-- transaction that is rolled back loses its number. The row of a counter is locked from the number to the commit: take it late.
create table number_counters (
  kind text primary key,
  last bigint not null
);
insert into number_counters (kind, last) values ('bill', 100000), ('credit-note', 100000), ('debit-note', 100000);

create function next_number(counted text) returns bigint language sql volatile as $$
  update number_counters set last = last + 1 where kind = counted returning last
$$;

create table invoices (
  id bigint generated always as identity primary key,
  number text not null default ('R-' || next_number('bill')),
  account_id bigint not null references accounts (id),
  order_id bigint references orders (id),
  period_id bigint references periods (id),
  charge_id bigint references charges (id),
  -- What the bill showed when it was written: later changes of the account never change it.
  billed_to jsonb not null,
  -- What was left to pay after the credit that the bill has used. That credit can only be given back as credit.
  total_cents integer not null,
  credit_used_cents integer not null default 0,
  -- Given back to the card, and as credit.
  refunded_cents integer not null default 0,
  credited_cents integer not null default 0,
  note text not null default '',
  issued_at timestamptz not null,
  paid_at timestamptz,
  constraint one_invoice_per_number unique (number),
  constraint never_more_back_than_billed check (refunded_cents + credited_cents <= total_cents + credit_used_cents)
);
create unique index one_invoice_per_order on invoices (order_id) where order_id is not null;
create unique index one_invoice_per_period on invoices (period_id) where period_id is not null and order_id is null;
create index invoices_by_account on invoices (account_id, id);
create index invoices_of_account_by_time on invoices (account_id, issued_at, id);
create index invoices_by_charge on invoices (charge_id) where charge_id is not null;
create index unpaid_invoices on invoices (period_id) where paid_at is null;

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

-- What a bill of this account shows about its customer if it is written now.
create function billed_to(of_account bigint) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'company', a.company,
    'name', trim(coalesce(g.first_name || ' ' || g.last_name, '')),
    'address', coalesce(a.billing_address, a.address),
    'city', coalesce(a.billing_city, a.city),
    'state', coalesce(a.billing_state, a.state),
    'zipCode', coalesce(a.billing_zip_code, a.zip_code),
    'country', coalesce(a.billing_country, a.country),
    'taxNumber', a.tax_number)
  from accounts a left join agents g on g.account_id = a.id and g.role = 'owner' and g.removed_at is null
  where a.id = of_account
$$;

-- Money that goes back, to the card or as credit for the next bill. Unused credit that an operator takes back has a debit note:
-- numbered like a credit note, and kept among them. It lowers what its bill gave as credit. One that is paid out waits for the
-- outcome of its refund.
create table credit_notes (
  id bigint generated always as identity primary key,
  key text not null,
  body_digest bytea not null,
  -- Given when it is issued. A refused one has none; a failed one keeps it, and gives nothing back.
  number text,
  account_id bigint not null references accounts (id),
  invoice_id bigint not null references invoices (id),
  way text not null,
  total_cents integer not null,
  -- Label, cents, and the position of the bill's line if a line was chosen.
  lines jsonb not null,
  reason text not null,
  words text not null,
  asked_by text not null,
  state text not null,
  -- The refund that pays out what a debit note takes back.
  paid_out_by bigint references credit_notes (id),
  created_at timestamptz not null,
  settled_at timestamptz,
  failed_at timestamptz,
  -- Its refund is sent once the gateway has settled the charge. It is open meanwhile, so that nobody gives back the same money.
  -- After this moment it is given up.
  waits_until timestamptz,
  withdrawn_at timestamptz,
  constraint one_credit_note_per_key unique (key),
  constraint one_credit_note_per_number unique (number),
  constraint credit_note_is_positive check (total_cents > 0),
  constraint credit_note_way_is_known check (way in ('card', 'credit', 'taken-back')),
  constraint credit_note_state_is_known check (state in ('open', 'issued', 'refused', 'failed')),
  constraint issued_credit_note_has_a_number check ((state in ('issued', 'failed')) = (number is not null))
);
create index credit_notes_by_account on credit_notes (account_id, id);
create index credit_notes_of_account_by_time on credit_notes (account_id, created_at, id);
create index credit_notes_by_invoice on credit_notes (invoice_id, id);
create unique index one_debit_note_per_refund on credit_notes (paid_out_by) where paid_out_by is not null;

-- A refund to the card: written before the request to the gateway, so that a key is sent once.
create table refunds (
  id bigint generated always as identity primary key,
  key text not null,
  charge_id bigint not null references charges (id),
  -- Null if it returns a payment that came too late.
  credit_note_id bigint references credit_notes (id),
  amount_cents integer not null,
  gateway_reference text,
  outcome text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When the gateway sent a notice about it: each refund explains one such notice.
  told_at timestamptz,
  constraint one_refund_per_key unique (key),
  constraint refund_is_positive check (amount_cents > 0),
  -- 'failed': the bank did not carry it out.
  constraint refund_outcome_is_known check (outcome in ('sent', 'refunded', 'refused', 'absent', 'failed'))
);
create unique index one_refund_per_credit_note on refunds (credit_note_id) where outcome in ('sent', 'refunded');
create index refunds_by_charge on refunds (charge_id, id);
create index refunds_by_credit_note on refunds (credit_note_id) where credit_note_id is not null;
create index refunds_by_gateway_reference on refunds (gateway_reference) where gateway_reference is not null;
create index refunds_to_settle on refunds (created_at, id) where outcome = 'sent';

-- Refunds that moved no money although the gateway had accepted them, or although an operator was told that they were on their
-- way. Each waits until an operator decides how the customer gets the money.
create table failed_refunds (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  charge_id bigint not null references charges (id),
  -- The gateway's reference. Of one that the gateway refused: our key.
  reference text not null,
  amount_cents integer not null,
  why text not null,
  -- Somebody made it on the gateway's own pages.
  is_foreign boolean not null,
  credit_note_id bigint references credit_notes (id),
  failed_at timestamptz not null,
  state text not null default 'waiting',
  decided_at timestamptz,
  decided_by text,
  -- The note of the refund or the credit that took its place.
  next_note_id bigint references credit_notes (id),
  constraint one_failure_per_refund unique (charge_id, reference),
  constraint failed_amount_is_not_negative check (amount_cents >= 0),
  constraint failure_is_known check (why in ('failed', 'refused')),
  constraint failed_refund_state_is_known check (state in ('waiting', 'sent-again', 'credited', 'dismissed'))
);
create index failed_refunds_waiting on failed_refunds (failed_at, id) where state = 'waiting';
create index failed_refunds_by_account on failed_refunds (account_id, id);
create index failed_refunds_by_note on failed_refunds (credit_note_id) where credit_note_id is not null;
create unique index one_failure_per_next_note on failed_refunds (next_note_id) where next_note_id is not null;

-- The number of the failed note whose place a note takes.
create function number_replaced_by(note bigint) returns text language sql stable as $$
  select n.number from failed_refunds f join credit_notes n on n.id = f.credit_note_id where f.next_note_id = note
$$;

-- A refund on the pages of the gateway that does not fit on its bill, because the same money was given as credit: open until the
-- credit is taken back, or an operator leaves it as it is.
create table refund_differences (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  invoice_id bigint not null references invoices (id),
  -- What is on no credit note yet.
  cents integer not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint refund_difference_is_not_negative check (cents >= 0)
);
create unique index one_open_refund_difference_per_bill on refund_differences (invoice_id) where closed_at is null;
create index open_refund_differences on refund_differences (created_at, id) where closed_at is null;
create index refund_differences_by_account on refund_differences (account_id, id);

-- Credit of an account: positive when given, negative when a bill used it, positive again when that bill was not collected.
-- Credit that an order uses is reserved until its outcome is known, so that no bill and no other order uses it: negative when it
-- is reserved, positive when the bill of the order takes its place, or when there is none.
create table credits (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  cents integer not null,
  credit_note_id bigint references credit_notes (id),
  invoice_id bigint references invoices (id),
  order_id bigint references orders (id),
  created_at timestamptz not null,
  constraint credit_has_one_source check (num_nonnulls(credit_note_id, invoice_id, order_id) = 1)
);
-- Given once. Taken back once, and given again once if the bank refuses the refund.
create unique index one_credit_per_note on credits (credit_note_id) where credit_note_id is not null and cents > 0;
create unique index one_taking_back_per_note on credits (credit_note_id) where credit_note_id is not null and cents < 0;
create unique index one_use_of_credit_per_bill on credits (invoice_id) where cents < 0;
create unique index one_return_of_credit_per_bill on credits (invoice_id) where cents > 0;
create unique index one_reservation_of_credit_per_order on credits (order_id) where order_id is not null and cents < 0;
create unique index one_end_of_reservation_per_order on credits (order_id) where order_id is not null and cents > 0;
create index credits_by_account on credits (account_id, id);

-- The bill keeps the sum of the credit that it has used and returned.
create function note_credit_of_bill() returns trigger language plpgsql as $$
begin
  update invoices set credit_used_cents = credit_used_cents - new.cents where id = new.invoice_id;
  return null;
end
$$;
create trigger note_credit_of_bill after insert on credits
  for each row when (new.invoice_id is not null) execute function note_credit_of_bill();

-- An order that is not paid gives back the credit it has reserved, however the order is closed.
create function return_credit_of_order() returns trigger language plpgsql as $$
begin
  insert into credits (account_id, cents, order_id, created_at)
  select account_id, -cents, order_id, new.settled_at from credits where order_id = new.id and cents < 0
  on conflict do nothing;
  return null;
end
$$;
create trigger return_credit_of_order after update of state on orders
  for each row when (new.state in ('declined', 'refused', 'voided') and new.kind <> 'sign-up')
  execute function return_credit_of_order();

-- One row per dispute at the bank, with the state of the account before the dispute closed it, and what was lost.
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
  -- A charge can have several disputes, and its money can be lost once. taken_cents is what a dispute took by itself, and
  -- lost_cents its share of the charge: what those that were decided before it had left.
  taken_cents integer,
  reason text not null default '',
  opened_on date not null,
  reply_by date,
  created_at timestamptz not null,
  -- When it was recorded as won or lost, and by whom.
  closed_at timestamptz,
  closed_by text,
  -- When it was decided by the gateway's own clock. Null if an operator recorded it.
  decided_at timestamptz,
  -- What the account was before this dispute closed it. Null if it closed nothing.
  former_status text,
  former_status_since timestamptz,
  former_subscription_id bigint references subscriptions (id),
  constraint one_dispute_per_reference unique (reference, gateway),
  constraint dispute_state_is_known check (state in ('opened', 'won', 'lost')),
  constraint disputed_amount_is_positive check (amount_cents > 0),
  constraint never_more_lost_than_disputed check (lost_cents between 0 and amount_cents),
  constraint never_more_taken_than_disputed check (taken_cents between 0 and amount_cents),
  constraint an_open_dispute_has_lost_nothing check (state <> 'opened' or lost_cents = 0),
  constraint closed_disputes_say_when check ((state = 'opened') = (closed_at is null)),
  constraint closed_disputes_say_what_was_taken check ((state = 'opened') = (taken_cents is null))
);
create index disputes_by_charge on disputes (charge_id, id);
create index disputes_by_account on disputes (account_id, id);
create index disputes_of_account_by_time on disputes (account_id, created_at, id);
create index disputes_by_day on disputes (opened_on, id);
create index open_disputes on disputes (opened_on, id) where state = 'opened';
create index open_disputes_by_reply on disputes ((coalesce(reply_by, 'infinity'::date)), id)
  where state = 'opened';

-- An account names the dispute that marked it, and a dispute its account.
alter table accounts
  add constraint accounts_fraud_dispute_id_fkey foreign key (fraud_dispute_id) references disputes (id);

create function share_losses(charge bigint) returns void language sql volatile as $$
  update disputes d set lost_cents = shared.cents
  from (
    select x.id, greatest(0, least(x.taken, c.amount_cents - coalesce(sum(x.taken) over (
        order by x.closed_at, x.id rows between unbounded preceding and 1 preceding), 0))) as cents
    from (select id, charge_id, closed_at, taken_cents as taken from disputes
      where charge_id = charge and state <> 'opened') x
    join charges c on c.id = x.charge_id
  ) shared
  where d.id = shared.id and d.lost_cents <> shared.cents
$$;

-- What the bank has taken back of a charge, for good.
create function lost_of_charge(bigint) returns integer language sql stable as
  'select coalesce(sum(lost_cents), 0)::integer from disputes where charge_id = $1';

create function is_disputed(bigint) returns boolean language sql stable as
  'select exists (select from disputes where charge_id = $1 and state = ''opened'')';

create function disputes_of_charge(bigint) returns jsonb language sql stable as
  'select coalesce(jsonb_agg(jsonb_build_object(''state'', state, ''openedOn'', opened_on, ''closedAt'', closed_at,
     ''lostCents'', lost_cents) order by id), ''[]'') from disputes where charge_id = $1';

-- The state of a bill, as every page and list shows it.
create function state_of_invoice(invoices) returns text language sql stable as $$
  select case
    when lost.cents >= greatest($1.total_cents, 1) then 'returned'
    when lost.cents > 0 then 'partly returned'
    when $1.refunded_cents >= greatest($1.total_cents, 1) then 'refunded'
    when $1.refunded_cents > 0 then 'partly refunded'
    when $1.paid_at is not null then 'paid'
    when exists (select from periods where id = $1.period_id and state = 'given_up') then 'not collected'
    else 'open' end
  from (select lost_of_charge($1.charge_id) as cents) lost
$$;

-- The records of the sandbox gateway: its vault, its charges and its refunds.
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
create table sandbox_refunds (
  reference text primary key,
  key text not null,
  charge_reference text not null references sandbox_charges (reference),
  amount_cents integer not null,
  created_at timestamptz not null,
  failed_at timestamptz,
  constraint one_sandbox_refund_per_key unique (key)
);
create index sandbox_refunds_by_charge on sandbox_refunds (charge_reference);
