-- The number that an open sign-up has reserved for its account.
alter table orders
  add column reserved_account_number text,
  add constraint reserved_account_number_is_six_digits check (reserved_account_number ~ '^[0-9]{6}$');
create unique index one_order_per_reserved_number on orders (reserved_account_number)
  where reserved_account_number is not null;

-- No account may appear between reading their numbers and the trigger below. Paying locks orders first, too.
lock table accounts in share row exclusive mode;

-- Which account numbers are taken or reserved. A row holds the ten thousand that share their first two digits; the bit at
-- a place stands for the number with these last four digits. Null: none of them was ever taken.
create table account_numbers (
  first_two smallint primary key,
  taken bit(10000),
  has_free boolean not null generated always as (taken is null or bit_count(taken) < 10000) stored
) with (fillfactor = 50);
create index account_numbers_with_free on account_numbers (first_two) where has_free;

insert into account_numbers (first_two, taken)
select n.first_two, a.taken
from generate_series(0, 99) n (first_two) left join (
  select left(pin, 2)::smallint as first_two, bit_or(set_bit(0::bit(10000), right(pin, 4)::integer, 1)) as taken
  from accounts group by 1
) a using (first_two)
order by n.first_two;

-- A reservation ends with its order, whichever path or release closes it. Nobody has seen the number yet.
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

-- The number of an account is taken for good: deleting the account does not release it, because bills and consents name
-- it. The release before this one takes numbers without reserving them, and must not take a reserved one.
create function take_account_numbers() returns trigger language plpgsql as $$
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
    where orders.state in ('intent', 'unknown')
  ) then
    raise unique_violation using message = 'This account number is reserved by an order', constraint = 'one_account_per_pin';
  end if;
  return null;
end
$$;
create trigger take_account_numbers after insert on accounts referencing new table as added
  for each statement execute function take_account_numbers();
