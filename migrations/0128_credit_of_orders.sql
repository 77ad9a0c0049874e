-- Credit that an order uses is reserved until its outcome is known, so that no bill and no other order uses it: negative when it
-- is reserved, positive when the bill of the order takes its place, or when there is none.
alter table credits add column order_id bigint references orders (id);
alter table credits
  drop constraint credit_has_one_source,
  add constraint credit_has_one_source check (num_nonnulls(credit_note_id, invoice_id, order_id) = 1) not valid;
create unique index one_reservation_of_credit_per_order on credits (order_id) where order_id is not null and cents < 0;
create unique index one_end_of_reservation_per_order on credits (order_id) where order_id is not null and cents > 0;

-- By a trigger: the previous release, which may run beside this one, closes orders, too.
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
