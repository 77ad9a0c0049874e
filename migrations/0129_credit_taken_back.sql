-- Unused credit that an operator takes back has a debit note: numbered like a credit note, and kept among them. It lowers what its
-- bill gave as credit. One that is paid out waits for the outcome of its refund.
alter table credit_notes
  drop constraint credit_note_way_is_known,
  add constraint credit_note_way_is_known check (way in ('card', 'credit', 'taken-back')) not valid,
  add column paid_out_by bigint references credit_notes (id);
create unique index one_debit_note_per_refund on credit_notes (paid_out_by) where paid_out_by is not null;
insert into number_counters (kind, last) values ('debit-note', 100000);

-- Taken back once, and given again once if the bank refuses the refund.
alter table credits drop constraint one_credit_per_note;
create unique index one_credit_per_note on credits (credit_note_id) where credit_note_id is not null and cents > 0;
create unique index one_taking_back_per_note on credits (credit_note_id) where credit_note_id is not null and cents < 0;

-- Credit that is taken back lowers what was given as credit in its month.
create or replace function note_credit_note() returns trigger language plpgsql as $$
begin
  insert into revenue_movements (account_id, month, at, kind, cents, credit_note_id)
  values (new.account_id, open_month(new.settled_at), new.settled_at,
    case new.way when 'card' then 'refunded' else 'credited' end,
    case new.way when 'taken-back' then -new.total_cents else new.total_cents end, new.id)
  on conflict (credit_note_id, (cents < 0)) where credit_note_id is not null do nothing;
  return null;
end
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
insert into refund_differences (account_id, invoice_id, cents, created_at)
select i.account_id, i.id, c.refunded_cents - i.refunded_cents, now()
from invoices i join charges c on c.id = i.charge_id
where c.refunded_cents > i.refunded_cents and exists (
  select from audit where account_id = i.account_id and action = 'refund-unbooked' and details ->> 'bill' = i.number);
