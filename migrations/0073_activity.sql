-- The log that people read: audit entries say whom they concern and from where; failed sign-ins are counted.

set local statement_timeout = 0;

-- The ip is shortened, the device in words.
alter table audit
  add column agent_id bigint references agents (id),
  add column ip text not null default '',
  add column device text not null default '';
update audit set agent_id = agents.id from agents where audit.actor = 'agent:' || agents.id;
create index audit_by_agent on audit (agent_id, at, id) where agent_id is not null;

-- One row per person, network and hour, however often a password is guessed.
create table failed_sign_ins (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents (id),
  hour timestamptz not null,
  ip text not null,
  device text not null,
  tries integer not null default 1,
  last_at timestamptz not null,
  constraint one_row_per_network_and_hour unique (agent_id, hour, ip)
);
create index failed_sign_ins_by_agent on failed_sign_ins (agent_id, last_at, id);
create index failed_sign_ins_by_hour on failed_sign_ins (hour);
