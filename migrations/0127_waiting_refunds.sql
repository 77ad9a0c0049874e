-- A refund that is sent once the gateway has settled the charge. Its note is open meanwhile, so that nobody gives back the same
-- money. After this moment it is given up.
alter table credit_notes
  add column waits_until timestamptz,
  add column withdrawn_at timestamptz;
