-- Money that goes back, to the card or as credit for the next bill, and the credit note for it.

create sequence credit_note_numbers start 100001;

create table credit_notes (
  id bigint generated always as identity primary key,
  key text not null,
  body_digest bytea not null,
  -- Given when it is issued. A refused one has none.
  number text,
  account_id bigint not null references accounts (id),
  invoice_id bigint not null references invoices (id),
  way text not null,
  total_cents integer not null,
  -- Label, cents, and the position of the bill's line if a line was chosen.
  lines jsonb not null,
  reason text not null,
  words text not null,
  asked_by text not null,
  state text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint one_credit_note_per_key unique (key),
  constraint one_credit_note_per_number unique (number),
  constraint credit_note_is_positive check (total_cents > 0),
  constraint credit_note_way_is_known check (way in ('card', 'credit')),
  constraint credit_note_state_is_known check (state in ('open', 'issued', 'refused')),
  constraint issued_credit_note_has_a_number check ((state = 'issued') = (number is not null))
);
create index credit_notes_by_account on credit_notes (account_id, id);
create index credit_notes_by_invoice on credit_notes (invoice_id, id);

-- A refund that was sent under an earlier release belongs to no credit note.
alter table refunds add column credit_note_id bigint references credit_notes (id);
create index refunds_by_credit_note on refunds (credit_note_id) where credit_note_id is not null;
create unique index one_refund_per_credit_note on refunds (credit_note_id) where outcome in ('sent', 'refunded');

-- What was given back as credit; refunded_cents is what went to the card.
alter table invoices
  add column credited_cents integer not null default 0,
  add constraint never_more_back_than_billed check (refunded_cents + credited_cents <= total_cents) not valid;

-- Credit of an account: positive when given, negative when a bill used it, positive again when that bill was not collected.
create table credits (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  cents integer not null,
  credit_note_id bigint references credit_notes (id),
  invoice_id bigint references invoices (id),
  created_at timestamptz not null,
  constraint credit_has_one_source check (num_nonnulls(credit_note_id, invoice_id) = 1),
  constraint one_credit_per_note unique (credit_note_id)
);
create unique index one_use_of_credit_per_bill on credits (invoice_id) where cents < 0;
create unique index one_return_of_credit_per_bill on credits (invoice_id) where cents > 0;
create index credits_by_account on credits (account_id, id);
