-- What stands on bills, and who gets copies of them.

alter table accounts
  -- All empty: the account's own address stands on bills.
  add column billing_address text,
  add column billing_city text,
  add column billing_state text,
  add column billing_zip_code text,
  add column billing_country text,
  add column tax_number text not null default '',
  add column billing_contact text not null default '',
  add constraint billing_address_is_whole check (
    num_nonnulls(billing_address, billing_city, billing_state, billing_zip_code, billing_country) in (0, 5)
  );

-- To whom a bill of this account is written today.
create function billed_to(of_account bigint) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'company', a.company,
    'name', trim(coalesce(g.first_name || ' ' || g.last_name, '')),
    'address', coalesce(a.billing_address, a.address),
    'city', coalesce(a.billing_city, a.city),
    'state', coalesce(a.billing_state, a.state),
    'zipCode', coalesce(a.billing_zip_code, a.zip_code),
    'country', coalesce(a.billing_country, a.country),
    'taxNumber', a.tax_number)
  from accounts a left join agents g on g.account_id = a.id and g.role = 'owner' and g.removed_at is null
  where a.id = of_account
$$;

-- What a bill showed when it was written: later changes of the account never change it. Empty only on a bill that
-- the release before this one wrote while both were running.
alter table invoices add column billed_to jsonb;
update invoices set billed_to = billed_to(account_id);
