-- An operator takes the mark of a billing contact away by its email.
create index accounts_by_bounced_contact on accounts (lower(billing_contact))
  where billing_contact_bounced_at is not null;
