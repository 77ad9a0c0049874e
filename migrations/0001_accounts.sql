-- Accounts and their people: who buys, and who can sign in.

-- Text as it is compared: without case and without marks on letters, so that "Zoe" finds "Zoë".
create function folded(text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length($1) = char_length($1) then lower($1)
    else replace(translate(lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g')), 'łøđı', 'lodi'), 'ß', 'ss')
  end
$$;

create table accounts (
  id bigint generated always as identity primary key,
  pin text not null,
  company text not null,
  status text not null,
  status_since timestamptz not null,
  time_zone text not null default 'US/Eastern',
  industry text not null default '',
  mobile_phone text not null default '',
  office_phone text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  country text not null default 'US',
  market_country text,
  market_state text,
  mls text,
  how_heard text[] not null default '{}',
  how_heard_other text,
  -- What bills show. If all are null, bills show the address of the account.
  billing_address text,
  billing_city text,
  billing_state text,
  billing_zip_code text,
  billing_country text,
  tax_number text not null default '',
  -- Gets copies of the bills. Need not be a person of the account, so it has a bounce mark of its own.
  billing_contact text not null default '',
  billing_contact_bounced_at timestamptz,
  fraud_marked_at timestamptz,
  fraud_reason text,
  -- The dispute that set the mark. Null if an operator set it.
  fraud_dispute_id bigint,
  created_at timestamptz not null,
  constraint one_account_per_pin unique (pin),
  constraint pin_is_six_digits check (pin ~ '^[0-9]{6}$'),
  constraint status_is_known check (
    status in ('free signup agent', 'free agent', 'pending', 'waiting for reactivation', 'active',
               'expired', 'canceled', 'past_due', '24h_past_due')
  ),
  constraint billing_address_is_whole check (
    num_nonnulls(billing_address, billing_city, billing_state, billing_zip_code, billing_country) in (0, 5)
  ),
  constraint fraud_is_canceled check (fraud_marked_at is null or status = 'canceled')
);
-- What operators list.
create index accounts_by_status on accounts (status, status_since, id) where fraud_marked_at is null;
create index accounts_marked_for_fraud on accounts (status_since, id) where fraud_marked_at is not null;
create index accounts_with_bounced_contact on accounts (billing_contact_bounced_at, id)
  where billing_contact_bounced_at is not null;
-- What operators find: the end of a phone number, and the email of a billing contact.
create index accounts_by_end_of_mobile_phone on accounts (reverse(mobile_phone) text_pattern_ops)
  where mobile_phone <> '';
create index accounts_by_end_of_office_phone on accounts (reverse(office_phone) text_pattern_ops)
  where office_phone <> '';
create index accounts_by_billing_contact on accounts (lower(billing_contact)) where billing_contact <> '';
create index accounts_by_bounced_contact on accounts (lower(billing_contact))
  where billing_contact_bounced_at is not null;

-- Which account numbers are taken or reserved. A row holds the ten thousand numbers with the same first two digits; the bit
-- at a place stands for the number with these last four digits. Null: none of them was ever taken.
create table account_numbers (
  first_two smallint primary key,
  taken bit(10000),
  has_free boolean not null generated always as (taken is null or bit_count(taken) < 10000) stored
) with (fillfactor = 50);
create index account_numbers_with_free on account_numbers (first_two) where has_free;
insert into account_numbers (first_two) select generate_series(0, 99);

-- The number of an account is taken for good: deleting the account does not release it, because bills and consents name
-- it. An account that was made without a reservation must not take a reserved number.
create function take_account_numbers() returns trigger language plpgsql as $$
begin
  update account_numbers n
  set taken = coalesce(n.taken, 0::bit(10000)) | a.taken
  from (
    select left(pin, 2)::smallint as first_two, bit_or(set_bit(0::bit(10000), right(pin, 4)::integer, 1)) as taken
    from added group by 1
  ) a
  where n.first_two = a.first_two and (n.taken is null or n.taken | a.taken <> n.taken);
  if exists (
    select from added join orders on orders.reserved_account_number = added.pin
    where orders.state in ('intent', 'unknown', 'held')
  ) then
    raise unique_violation using message = 'This account number is reserved by an order', constraint = 'one_account_per_pin';
  end if;
  return null;
end
$$;
create trigger take_account_numbers after insert on accounts referencing new table as added
  for each statement execute function take_account_numbers();

-- A person who can sign in. Without joined_at it is an open invitation.
create table agents (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  email text not null,
  email_key text not null generated always as (lower(email)) stored,
  first_name text not null,
  last_name text not null,
  role text not null,
  password_hash text,
  -- Places and devices known under an old password do not count as known under the new one.
  password_set_at timestamptz,
  -- When a mailed link last set the password: recovery of a lost second factor then takes longer.
  password_reset_at timestamptz,
  -- Counts the changes of the authenticator app and the passkeys. A sign-in that was checked before such a change opens no
  -- session after it.
  factors_version integer not null default 0,
  first_security_question smallint,
  first_answer_hash text,
  second_security_question smallint,
  second_answer_hash text,
  invited_at timestamptz,
  invited_by bigint references agents (id),
  -- When the session of the invitation began: a report of a stranger's session takes the invitation back.
  invited_session_began timestamptz,
  joined_at timestamptz,
  removed_at timestamptz,
  -- Failed sign-ins from before this moment no longer count.
  unlocked_at timestamptz,
  -- The mark of an email whose mails come back. mail_bounce says why; without the mark it has no meaning.
  mail_bounced_at timestamptz,
  mail_bounce text,
  -- When a link mailed to this email was last followed, or an operator last removed the mark: a bounce of an older mail
  -- does not count.
  mail_works_at timestamptz,
  created_at timestamptz not null,
  constraint role_is_known check (role in ('owner', 'admin', 'billing', 'user')),
  constraint joined_with_a_password check (joined_at is null or password_hash is not null),
  constraint mail_bounce_is_known check (mail_bounce in ('hard', 'soft', 'complaint')),
  -- So that its lower case is the same wherever it is computed. See docs/decisions/typed-text-and-links.md.
  constraint email_has_capitals_of_ascii check (
    lower(email) = translate(email, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))
);
create unique index one_agent_per_email_and_account on agents (account_id, email_key) where removed_at is null;
create unique index one_owner_per_account on agents (account_id) where role = 'owner' and removed_at is null;
create index agents_by_email on agents (email_key) where removed_at is null;
-- Removed people included.
create index agents_by_account on agents (account_id);
create index agents_by_inviter on agents (invited_by) where invited_by is not null;
create index agents_bounced on agents (mail_bounced_at, id) where mail_bounced_at is not null and removed_at is null;
-- How rare a part of a name is. PostgreSQL has no such statistics from agents_by_part_of_name, because that index is partial:
-- it would take three letters for common, and read all people in the order of their ids.
create statistics names_of_agents on (folded(first_name || ' ' || last_name)) from agents;

-- Parts of companies, names and emails are found by their trigrams. Without the extension, as in the embedded database or
-- without the right to create it, the same search reads the tables.
do $$
begin
  create extension if not exists pg_trgm;
  create index accounts_by_part_of_company on accounts using gin (folded(company) gin_trgm_ops);
  create index agents_by_part_of_email on agents using gin (email_key gin_trgm_ops) where removed_at is null;
  create index agents_by_part_of_name on agents
    using gin (folded(first_name || ' ' || last_name) gin_trgm_ops) where removed_at is null;
exception when feature_not_supported or undefined_file or undefined_object or insufficient_privilege then
  raise notice 'Accounts and people are searched without pg_trgm: %', sqlerrm;
end $$;

-- Notices about a lost second factor go to these as well: an intruder may have changed the email first.
create table former_emails (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents (id),
  email text not null,
  changed_at timestamptz not null
);
create index former_emails_by_agent on former_emails (agent_id);
create index former_emails_by_change on former_emails (changed_at);
create index former_emails_by_email on former_emails (lower(email));

-- Requested by an operator. Nothing changes before both people have agreed.
create table hand_overs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  former_id bigint not null references agents (id),
  next_id bigint not null references agents (id),
  asked_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  former_agreed_at timestamptz,
  next_agreed_at timestamptz,
  ended_at timestamptz,
  outcome text,
  constraint hand_over_is_between_two check (former_id <> next_id),
  constraint hand_over_outcome_is_known check (outcome in ('done', 'refused', 'withdrawn', 'expired')),
  constraint ended_hand_overs_say_how check ((ended_at is null) = (outcome is null)),
  constraint done_once_both_agreed check (outcome <> 'done' or num_nulls(former_agreed_at, next_agreed_at) = 0)
);
create unique index one_open_hand_over on hand_overs (account_id) where ended_at is null;
create index hand_overs_by_account on hand_overs (account_id, id);

-- Each change of owner, so that "This was not me" can undo it.
create table owner_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  former_id bigint not null references agents (id),
  next_id bigint not null references agents (id),
  -- The role of the next owner before the change.
  next_role text not null,
  -- Support requested it and both agreed: support undoes it, too.
  by_support boolean not null,
  at timestamptz not null,
  -- The former owner reported that it was somebody else, who may have had access since strangers_since.
  reported_at timestamptz,
  strangers_since timestamptz,
  undone_at timestamptz,
  constraint reported_with_its_moment check ((reported_at is null) = (strangers_since is null)),
  constraint reported_before_undone check (undone_at is null or reported_at is not null)
);
create index owner_changes_by_account on owner_changes (account_id, id);
create index owner_changes_by_former on owner_changes (former_id, id);

-- The mail server that an account sends through. A verification belongs to exactly the settings that it was sent with:
-- after a change, older links do nothing.
create table smtp_settings (
  account_id bigint primary key references accounts (id),
  host text not null,
  port integer not null,
  security text not null,
  username text not null,
  password_sealed bytea,
  key_id text,
  from_address text not null,
  check_key text,
  check_recipient text,
  checked_at timestamptz,
  sent_at timestamptz,
  verified_at timestamptz,
  last_error text,
  changed_at timestamptz not null,
  constraint smtp_security_is_known check (security in ('none', 'starttls', 'tls'))
);
-- Passwords that are still encrypted with an older secret, looked for at each start.
create index smtp_settings_by_key on smtp_settings (key_id);

create table feedback (
  id bigint generated always as identity primary key,
  pin text not null,
  answers jsonb not null,
  created_at timestamptz not null
);
create index feedback_by_moment on feedback (created_at, id);
