-- What the recovery codes of a person are hashed with: the parameters and the salt, the same for all ten, so that a try takes one
-- hash. Codes that were stored without it cannot be checked.
alter table second_factors add column codes_salt text;
delete from recovery_codes;
