-- The state of a bill, as every page and list says it.
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
