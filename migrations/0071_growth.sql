-- Every statement is answered by an index, however many accounts there are. On a large database these can be made
-- beforehand, without blocking writers, by "create index concurrently" under the same names: see docs/scale.md.

-- Sorting the rows of a large table may take longer than a request may.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

-- People and cards of an account, those who left and those replaced included.
create index if not exists agents_by_account on agents (account_id);
create index if not exists cards_by_account on cards (account_id);

-- Money by what it was for.
create index if not exists charges_by_period on charges (period_id, id) where period_id is not null;
create index if not exists invoices_by_charge on invoices (charge_id) where charge_id is not null;
create index if not exists unpaid_invoices on invoices (period_id) where paid_at is null;

-- On the morning of a renewal thousands of months are due; those being charged are found without reading them.
create index if not exists periods_being_charged on periods (next_try_at) where state = 'charging';
create index if not exists cards_by_expiry on cards (expires_year, expires_month, id) where replaced_at is null;

-- What is deleted after a while, oldest first.
create index if not exists sessions_by_start on sessions (created_at, id);
create index if not exists links_by_end on links (expires_at);
create index if not exists partner_codes_by_start on partner_codes (first_seen_at);
create index if not exists unfinished_sign_ups_by_change on unfinished_sign_ups (changed_at);

-- Passwords of mail servers that are still encrypted under an older secret, looked for at each start.
create index if not exists smtp_settings_by_key on smtp_settings (key_id);

-- What operators list.
create index if not exists accounts_by_status on accounts (status, status_since, id) where fraud_marked_at is null;
create index if not exists accounts_marked_for_fraud on accounts (status_since, id) where fraud_marked_at is not null;
create index if not exists unfinished_set_ups on set_ups (state, started_at) where state <> 'done';
create index if not exists subscriptions_by_cancellation on subscriptions (cancel_requested_at)
  where cancel_requested_at is not null;
create index if not exists undone_cancellations_by_subscription on undone_cancellations (subscription_id);
create index if not exists undone_cancellations_by_request on undone_cancellations (requested_at);

-- Part of a company's name or of an email is found by its trigrams. Where the extension is missing, as in the embedded
-- database, or may not be created, the same search reads the tables.
do $$
begin
  create extension if not exists pg_trgm;
  create index if not exists accounts_by_part_of_company on accounts using gin (lower(company) gin_trgm_ops);
  create index if not exists agents_by_part_of_email on agents using gin (email_key gin_trgm_ops)
    where removed_at is null;
exception when feature_not_supported or undefined_file or undefined_object or insufficient_privilege then
  raise notice 'Accounts are searched without pg_trgm: %', sqlerrm;
end $$;
