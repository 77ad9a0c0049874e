-- What the recovery codes of a person are hashed with: the parameters and the salt, the same for all ten, so that a try takes one
-- hash. Codes that were stored without it cannot be checked.
alter table second_factors add column codes_salt text;
delete from recovery_codes;

-- What a person calls a device, so that they can tell two of them apart.
alter table devices add column name text
  constraint devices_name_short check (char_length(name) between 1 and 40);

-- Trusted devices are listed, and trust ends with the sessions of the device. It belongs to the device on which the code was
-- typed; rows from before belong to none.
delete from trusted_devices;
alter table trusted_devices
  add column id bigint generated always as identity,
  add column device_hash bytea not null default '\x',
  add column address text not null default '',
  add column user_agent text not null default '';
