-- Where operators have signed in: their own tries to sign in there are not used up by strangers. Null before the second factor,
-- and forgotten with the password.
alter table operator_sessions add column network text, add column device_hash bytea;
