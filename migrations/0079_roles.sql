-- Admins and billing managers beside owner and user; and who invited a person.
alter table agents
  drop constraint role_is_known,
  add constraint role_is_known check (role in ('owner', 'admin', 'billing', 'user')),
  add column invited_by bigint references agents (id);
