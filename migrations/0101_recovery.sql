-- What the gateway says about a refusal: whether it is final, and its codes, for operators.
alter table charges
  add column is_hard boolean,
  add column bank_codes text;

-- A backup card is asked after the first one is refused.
alter table cards
  add column is_backup boolean not null default false,
  -- Why the card is never charged automatically again. Null: it is.
  add column refused_because text,
  add column refused_at timestamptz,
  add constraint card_refusal_has_time check ((refused_because is null) = (refused_at is null));
drop index one_card_on_file;
create unique index one_card_on_file on cards (account_id, is_backup) where replaced_at is null;

-- The plan of the automatic tries of an unpaid month. While a charge is under way, next_try_at is the time to ask about it.
alter table periods
  -- Null once failed: no try is left.
  add column planned_try_at timestamptz,
  -- Which card it charges, and why at that time.
  add column next_card text not null default 'first',
  add column try_because text,
  -- The automatic tries since the first refusal.
  add column retries integer not null default 0,
  add column has_retried_soon boolean not null default false,
  add constraint next_card_is_known check (next_card in ('first', 'backup'));
update periods set planned_try_at = next_try_at, retries = greatest(0, tries - 1) where state = 'past_due';
