-- The credit that a bill has used, and that it can give back as credit: the total is what was left to pay.
alter table invoices add column credit_used_cents integer not null default 0;

-- Kept by a trigger: the previous release, which may run beside this one, uses and returns credit, too.
create function note_credit_of_bill() returns trigger language plpgsql as $$
begin
  update invoices set credit_used_cents = credit_used_cents - new.cents where id = new.invoice_id;
  return null;
end
$$;
create trigger note_credit_of_bill after insert on credits
  for each row when (new.invoice_id is not null) execute function note_credit_of_bill();

update invoices i set credit_used_cents = used.cents
from (select invoice_id, -sum(cents)::integer as cents from credits where invoice_id is not null
  group by invoice_id having sum(cents) < 0) used
where used.invoice_id = i.id;

alter table invoices
  drop constraint never_more_back_than_billed,
  add constraint never_more_back_than_billed check (refunded_cents + credited_cents <= total_cents + credit_used_cents) not valid;
