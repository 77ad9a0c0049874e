-- After the database was set back to an earlier moment, events would get numbers that receivers already have.
alter table feed_state add column sequence_base bigint not null default 0;

-- As before (0087), with two changes: an account whose sequence is below the base begins anew above it, with everything it
-- may do now; and while an account has no row yet, its transactions come one after the other, so that the one that sets it
-- up does not miss what another one is about to commit.
create or replace function note_entitlements(account bigint) returns void language plpgsql as $$
declare
  known entitlements;
  base bigint;
  now_value jsonb;
  change record;
begin
  select * into known from entitlements where account_id = account for update;
  if not found then
    perform pg_advisory_xact_lock(87, hashint8(account));
    if entitlements_of(account) is null then return; end if;
    insert into entitlements (account_id, sequence) values (account, 0) on conflict do nothing;
    select * into known from entitlements where account_id = account for update;
  end if;
  select sequence_base into base from feed_state;
  if known.sequence < base then
    known.sequence := base;
    known.value := null;
  end if;
  now_value := entitlements_of(account);
  if now_value is null or now_value = known.value then return; end if;
  for change in select * from changes_between(known.value, now_value) loop
    known.sequence := known.sequence + 1;
    insert into feed_events (account_id, sequence, type, data, entitlements, occurred_at)
    values (account, known.sequence, change.type, change.data, now_value, clock_timestamp());
  end loop;
  update entitlements set sequence = known.sequence, value = now_value where account_id = account;
end
$$;
