-- Which operator gave another one a link or a role, and when: for a while, the other one cannot be the second operator who
-- agrees with the first.
alter table operators add column let_in_by bigint references operators (id);
alter table operators add column let_in_at timestamptz;
