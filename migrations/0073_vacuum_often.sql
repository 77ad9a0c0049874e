-- What is due is read from the front of an index, and what was done leaves dead entries there until the table is vacuumed.
-- By default that waits for a fifth of the table, which in a table of years is weeks of renewals. Twice a day is enough.
alter table periods set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
alter table subscriptions set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
alter table charges set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
alter table sessions set (autovacuum_vacuum_scale_factor = 0.02);
alter table links set (autovacuum_vacuum_scale_factor = 0.02);
alter table mails set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000);
