-- What the desk lists and finds is answered by an index (docs/decisions/0086). On a large database these can be made
-- beforehand, without blocking writers, by "create index concurrently" under the same names: see docs/scale.md.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

-- Text as it is compared: without case and without marks on letters, so that "Zoe" finds "Zoë".
create function folded(text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length($1) = char_length($1) then lower($1)
    else replace(translate(lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g')), 'łøđı', 'lodi'), 'ß', 'ss')
  end
$$;

-- Numbers that people read out: the end of a phone number, and of a card.
create index if not exists accounts_by_end_of_mobile_phone on accounts (reverse(mobile_phone) text_pattern_ops)
  where mobile_phone <> '';
create index if not exists accounts_by_end_of_office_phone on accounts (reverse(office_phone) text_pattern_ops)
  where office_phone <> '';
create index if not exists cards_by_last_four on cards (last_four, id);

-- Emails beside those of the people.
create index if not exists accounts_by_billing_contact on accounts (lower(billing_contact)) where billing_contact <> '';
create index if not exists former_emails_by_email on former_emails (lower(email));

create index if not exists refunds_by_gateway_reference on refunds (gateway_reference) where gateway_reference is not null;

-- What waits for somebody, oldest first.
create index if not exists refunds_to_settle on refunds (created_at, id) where outcome = 'sent';
create index if not exists open_disputes_by_reply on disputes ((coalesce(reply_by, 'infinity'::date)), id)
  where state = 'opened';
create index if not exists failed_mails on mails (settled_at, id) where state = 'failed';

-- Parts of names. Where the extension is missing, as in the embedded database, or may not be created, the same search reads
-- the tables. accounts_by_part_of_company is still used by the release before this one.
do $$
begin
  create extension if not exists pg_trgm;
  create index if not exists accounts_by_part_of_folded_company on accounts using gin (folded(company) gin_trgm_ops);
  create index if not exists agents_by_part_of_name on agents
    using gin (folded(first_name || ' ' || last_name) gin_trgm_ops) where removed_at is null;
exception when feature_not_supported or undefined_file or undefined_object or insufficient_privilege then
  raise notice 'Names are searched without pg_trgm: %', sqlerrm;
end $$;
