-- The time of every event is the database's clock, also of facts such as a refund: by an instance's clock, a later event of an
-- account could be dated before an earlier one.
create or replace function note_fact() returns trigger language plpgsql as $$
begin
  perform note_entitlements(new.account_id);
  with known as (
    update entitlements set sequence = sequence + 1 where account_id = new.account_id
    returning sequence, value
  )
  insert into feed_events (account_id, sequence, type, data, entitlements, occurred_at)
  select new.account_id, known.sequence, new.type, new.data, known.value, clock_timestamp() from known;
  delete from feed_facts where id = new.id;
  return null;
end
$$;
