-- Refunds that moved no money although the gateway had accepted them, or although an operator was told that they were on their
-- way. Each waits until an operator decides how the customer gets the money.

-- 'failed': the bank did not carry it out.
alter table refunds
  drop constraint refund_outcome_is_known,
  add constraint refund_outcome_is_known check (outcome in ('sent', 'refunded', 'refused', 'absent', 'failed')) not valid;

-- A failed note keeps its number, and gives nothing back.
alter table credit_notes
  add column failed_at timestamptz,
  drop constraint credit_note_state_is_known,
  add constraint credit_note_state_is_known check (state in ('open', 'issued', 'refused', 'failed')) not valid,
  drop constraint issued_credit_note_has_a_number,
  add constraint issued_credit_note_has_a_number check ((state in ('issued', 'failed')) = (number is not null)) not valid;

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

-- The figures count a note that failed in its month, and take it back in the month in which it failed.
create unique index one_movement_per_note_and_direction on revenue_movements (credit_note_id, (cents < 0))
  where credit_note_id is not null;
alter table revenue_movements drop constraint one_movement_per_credit_note;
create or replace function note_credit_note() returns trigger language plpgsql as $$
begin
  insert into revenue_movements (account_id, month, at, kind, cents, credit_note_id)
  values (new.account_id, open_month(new.settled_at), new.settled_at,
    case new.way when 'card' then 'refunded' else 'credited' end, new.total_cents, new.id)
  on conflict (credit_note_id, (cents < 0)) where credit_note_id is not null do nothing;
  return null;
end
$$;
create function note_failed_note() returns trigger language plpgsql as $$
begin
  insert into revenue_movements (account_id, month, at, kind, cents, credit_note_id)
  values (new.account_id, open_month(new.failed_at), new.failed_at, 'refunded', -new.total_cents, new.id)
  on conflict (credit_note_id, (cents < 0)) where credit_note_id is not null do nothing;
  return null;
end
$$;
create trigger note_failed_note after update of state on credit_notes
  for each row when (old.state = 'issued' and new.state = 'failed') execute function note_failed_note();

-- In the books of the embedded gateway.
alter table sandbox_refunds add column failed_at timestamptz;
