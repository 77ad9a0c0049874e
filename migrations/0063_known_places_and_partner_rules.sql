-- A place or a device that was known under an old password is a stranger's under the new one.
alter table agents add column password_set_at timestamptz;

-- Every guess asks where this person has signed in before, in sessions that are over, too.
create index sessions_by_agent_and_start on sessions (agent_id, created_at);

-- A partner with a secret may be asked for PKCE as well; public partners always are.
alter table clients add column requires_pkce boolean not null default false;
