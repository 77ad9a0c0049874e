-- The credit that a bill has used, and that it can give back as credit: the total is what was left to pay.
alter table invoices add column credit_used_cents integer not null default 0;

update invoices i set credit_used_cents = used.cents
from (select invoice_id, -sum(cents)::integer as cents from credits where invoice_id is not null
  group by invoice_id having sum(cents) < 0) used
where used.invoice_id = i.id;

alter table invoices
  drop constraint never_more_back_than_billed,
  add constraint never_more_back_than_billed check (refunded_cents + credited_cents <= total_cents + credit_used_cents) not valid;
