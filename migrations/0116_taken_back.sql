-- What "This was not me" takes back: invitations from a stranger's session, and a hand-over of the account.
alter table agents add column invited_session_began timestamptz;
create index agents_by_inviter on agents (invited_by) where invited_by is not null;

-- As in the audit: agent:7, pay-link. Empty: with a sign-up or a reactivation.
alter table cards add column entered_by text not null default '';

create table owner_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  former_id bigint not null references agents (id),
  next_id bigint not null references agents (id),
  -- What the next owner was before.
  next_role text not null,
  -- Both agreed to what support asked for: support takes it back, too.
  by_support boolean not null,
  at timestamptz not null,
  -- The former owner said that it was somebody else, who may have been there since this moment.
  reported_at timestamptz,
  strangers_since timestamptz,
  undone_at timestamptz,
  constraint reported_with_its_moment check ((reported_at is null) = (strangers_since is null)),
  constraint reported_before_undone check (undone_at is null or reported_at is not null)
);
create index owner_changes_by_account on owner_changes (account_id, id);
create index owner_changes_by_former on owner_changes (former_id, id);
