-- Who began a set-up of a second factor before signing in, by the hash of their second step: nobody else is shown its key.
-- Null if it was begun in a session.
alter table second_factors add column begun_by bytea;
