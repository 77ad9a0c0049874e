-- Who placed an order, as far as a cookie knows: they may follow how their account is set up.
alter table orders add column visitor_hash bytea;
create index orders_by_visitor on orders (visitor_hash, id) where visitor_hash is not null;
