-- A mail that comes back marks the email that it went to. To a marked email only those mails are sent that have to be.

alter table mails
  add column bounced_at timestamptz,
  add column bounce text,
  -- What the mail server or the mail provider said.
  add column bounce_reason text,
  -- What the mail said, without links that work once, so that it can be sent again. Deleted after a while.
  add column content jsonb,
  drop constraint mail_state_is_known,
  add constraint mail_state_is_known check (state in ('waiting', 'sent', 'kept', 'failed', 'withheld')) not valid,
  add constraint bounce_is_known check (bounce in ('hard', 'soft', 'complaint')) not valid,
  add constraint bounce_has_its_time check ((bounce is null) = (bounced_at is null)) not valid;
create index mails_with_content on mails (settled_at) where content is not null;

-- mail_bounced_at is the mark. mail_bounce says why; without the mark it means nothing.
alter table agents
  add column mail_bounce text,
  -- When a link that was mailed to this email was last followed, or the operator last took the mark away: what was
  -- mailed before no longer counts.
  add column mail_works_at timestamptz,
  add constraint mail_bounce_is_known check (mail_bounce in ('hard', 'soft', 'complaint')) not valid;
create index agents_bounced on agents (mail_bounced_at, id) where mail_bounced_at is not null and removed_at is null;

-- The mark of the billing contact, who is no person of the account.
alter table accounts add column billing_contact_bounced_at timestamptz;
create index accounts_with_bounced_contact on accounts (billing_contact_bounced_at, id)
  where billing_contact_bounced_at is not null;
