-- Numbers of bills and credit notes. A sequence writes ahead what it has given, so that it skips numbers after a crash, and a
-- transaction that is rolled back loses its number. The row of a counter is locked from the number to the commit: take it late.
create table number_counters (
  kind text primary key,
  last bigint not null
);
insert into number_counters (kind, last)
select 'bill', coalesce(max(substr(number, 3)::bigint), 100000) from invoices
union all
select 'credit-note', coalesce(max(substr(number, 3)::bigint), 100000) from credit_notes where number is not null;

create function next_number(counted text) returns bigint language sql volatile as $$
  update number_counters set last = last + 1 where kind = counted returning last
$$;
alter table invoices alter column number set default ('R-' || next_number('bill'));
drop sequence invoice_numbers;
drop sequence credit_note_numbers;
