-- The log says from where a payment was made and an app connected, and what was wrong at a failed attempt.

-- The ip is shortened, the device in words, as in audit.
alter table charges
  add column asked_ip text not null default '',
  add column asked_device text not null default '';
alter table authorization_codes
  add column ip text not null default '',
  add column device text not null default '';

alter table failed_sign_ins
  add column what text not null default 'password',
  add constraint failed_sign_ins_what check (what in ('password', 'code', 'confirmation')),
  drop constraint one_row_per_network_and_hour,
  add constraint one_row_per_network_and_hour unique (agent_id, hour, ip, what);
