-- The authenticator app of a person. Not in force before it was confirmed with a code.
create table second_factors (
  agent_id bigint primary key references agents (id),
  secret_sealed bytea not null,
  key_id text not null,
  -- The newest 30-second step whose code was used: neither it nor an older one works again.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create index second_factors_by_key on second_factors (key_id);

create table recovery_codes (
  agent_id bigint not null references agents (id),
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (agent_id, code_hash)
);

-- A sign-in whose password was right and whose second factor is still asked for. It is not a session.
create table second_steps (
  token_hash bytea primary key,
  agent_id bigint not null references agents (id),
  goal jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index second_steps_by_expiry on second_steps (expires_at);
create index second_steps_by_agent on second_steps (agent_id);

-- Devices that are not asked for the second factor until the row expires.
create table trusted_devices (
  agent_id bigint not null references agents (id),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (agent_id, token_hash)
);
create index trusted_devices_by_expiry on trusted_devices (expires_at);
