-- A refreshed token may ask for less than what was granted; null is all of it.

alter table tokens add column scope text;
create index codes_by_end on authorization_codes (expires_at);
create index tokens_by_end on tokens (expires_at);
create index grants_by_client on grants (client_id) where revoked_at is null;
