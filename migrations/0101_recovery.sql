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

-- Which card the next try charges, and why it is planned for that time.
alter table periods
  add column next_card text not null default 'first',
  add column try_because text,
  add constraint next_card_is_known check (next_card in ('first', 'backup'));
