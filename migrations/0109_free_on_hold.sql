-- An account whose agent access is free pays nothing while on hold. It was put on hold then, not made free, and returns from
-- the hold. Otherwise as in 0097.
create or replace function note_revenue(account bigint, at timestamptz) returns void language plpgsql as $$
declare
  known account_revenue;
  recurring record;
  loss record;
  moved text;
  why text := 'plan';
  said text := '';
begin
  recurring := recurring_of(account);
  select * into known from account_revenue where account_id = account;
  if coalesce(known.cents, 0) = recurring.cents and coalesce(known.is_held, false) = recurring.is_held then return; end if;
  if known.account_id is null then
    if recurring.cents = 0 then return; end if;
    insert into account_revenue (account_id, cents) values (account, 0) on conflict do nothing;
    if found then moved := 'new'; end if;
  end if;
  select * into known from account_revenue where account_id = account for update;
  recurring := recurring_of(account);
  update account_revenue set cents = recurring.cents, is_held = recurring.is_held where account_id = account;
  if known.cents = recurring.cents then return; end if;
  moved := case
    when moved = 'new' then 'new'
    when recurring.cents = 0 then 'lost'
    when known.cents = 0 then 'returned'
    when recurring.cents > known.cents then 'more'
    else 'less'
  end;
  if known.is_held <> recurring.is_held and moved in ('more', 'less') then why := 'hold'; end if;
  if known.is_held and not recurring.is_held and moved = 'returned' then why := 'hold'; end if;
  if moved = 'lost' and recurring.is_held and not known.is_held then
    why := 'hold';
  elsif moved = 'lost' then
    loss := cause_of_loss(account, at);
    why := coalesce(loss.cause, 'closed');
    said := coalesce(loss.reason, '');
  end if;
  insert into revenue_movements (account_id, month, at, kind, cause, reason, cents, after_cents)
  values (account, open_month(at), at, moved, why, said, recurring.cents - known.cents, recurring.cents);
end
$$;
