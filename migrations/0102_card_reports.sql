-- Reports of what banks changed about stored cards. Each is downloaded once, and its rows are applied once.
create table card_reports (
  id bigint generated always as identity primary key,
  gateway text not null,
  reported_on date not null,
  link_digest text not null,
  -- Whoever has the link can read the report: it is forgotten once the report is applied.
  link text,
  received_at timestamptz not null,
  -- The last row that is done. A job that was broken off goes on after it.
  rows_done integer not null default 0,
  done_at timestamptz,
  -- Of its rows: the same report can be announced again with another link.
  rows_digest text,
  constraint one_card_report_per_link unique (gateway, reported_on, link_digest),
  constraint card_report_is_done_or_has_link check ((done_at is null) = (link is not null))
);

alter table cards
  -- The day of the bank's latest word about this card: an older one changes nothing.
  add column bank_report_on date,
  -- What the bank said that its holder may know, and when we heard it.
  add column bank_told text,
  add column bank_told_at timestamptz,
  add constraint bank_told_is_known check (bank_told in ('date', 'number', 'closed')),
  add constraint bank_told_has_time check ((bank_told is null) = (bank_told_at is null));

create table sandbox_card_reports (
  id bigint generated always as identity primary key,
  body text not null
);
