-- Counts the changes of a person's authenticator app and passkeys. A sign-in that was checked before such a change opens
-- no session after it.
alter table agents add column factors_version integer not null default 0;
