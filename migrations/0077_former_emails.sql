-- Where notices about a lost second factor go as well: whoever took over an account may have changed its email first.
create table former_emails (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents (id),
  email text not null,
  changed_at timestamptz not null
);
create index former_emails_by_agent on former_emails (agent_id);
create index former_emails_by_change on former_emails (changed_at);
