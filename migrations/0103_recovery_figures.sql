-- How a refused renewal was paid also says: by the backup card, or after the bank gave the card a new number or date. And why
-- the bank refused it first, so that the desk's figures show recovery by reason and by way.
alter table refused_renewals
  -- `not-asked`: no card could be charged.
  add column reason text not null default 'not-asked',
  drop constraint renewal_outcome_is_known,
  add constraint renewal_outcome_is_known check (
    outcome in ('undecided', 'retry-1', 'retry-2', 'retry-3', 'retry-4', 'backup', 'updated', 'by-customer', 'waived', 'never'));

create function first_refusal_of(period bigint) returns text
language plpgsql stable set enable_seqscan = off as $$
begin
  return (select reason from charges where period_id = period and outcome = 'declined' order by id limit 1);
end
$$;
update refused_renewals set reason = coalesce(first_refusal_of(period_id), reason);

create function was_of_backup(charge charges) returns boolean
language plpgsql stable set enable_seqscan = off as $$
begin
  return exists (
    select from cards c
    where c.account_id = charge.account_id and c.gateway_token = charge.gateway_token and c.is_backup
      and c.created_at <= charge.created_at and coalesce(c.replaced_at > charge.created_at, true));
end
$$;

-- The retries that count are those of the first card after the first refusal that nobody requested. More than four follow only
-- after downtime.
create or replace function outcome_of_renewal(period periods) returns text
language plpgsql stable set enable_seqscan = off as $$
begin
  return case period.state
    when 'free' then 'waived'
    when 'given_up' then 'never'
    when 'paid' then (
      select case
        when p.asked_by is not null then 'by-customer'
        when was_of_backup(p) then 'backup'
        when exists (
          select from cards c
          where c.account_id = p.account_id and c.gateway_token = p.gateway_token and c.bank_told in ('date', 'number')
            and c.bank_told_at between period.failed_at and p.created_at) then 'updated'
        else 'retry-' || least(4, greatest(1, (
          select count(*) from charges c
          where c.period_id = period.id and c.asked_by is null and c.outcome in ('declined', 'paid') and not was_of_backup(c)
            and c.id > (select min(d.id) from charges d where d.period_id = period.id and d.outcome = 'declined'))))
        end
      from charges p where p.period_id = period.id and p.outcome = 'paid')
    else 'undecided'
  end;
end
$$;

create or replace function note_refused_renewal() returns trigger language plpgsql as $$
declare
  came_to text := coalesce(outcome_of_renewal(new), 'waived');
begin
  insert into refused_renewals (period_id, account_id, month, failed_at, cents, reason, outcome, decided_at)
  select new.id, s.account_id, open_month(new.failed_at), new.failed_at,
    coalesce((select c.amount_cents from charges c where c.period_id = new.id order by c.id limit 1),
      (select i.total_cents from invoices i where i.period_id = new.id and i.order_id is null), 0),
    coalesce(first_refusal_of(new.id), (
      select k.refused_because from cards k
      where k.account_id = s.account_id and k.replaced_at is null and not k.is_backup), 'not-asked'), came_to,
    case when came_to <> 'undecided' then coalesce(new.paid_at, s.ended_at, clock_timestamp()) end
  from subscriptions s where s.id = new.subscription_id
  on conflict (period_id) do update set outcome = excluded.outcome, decided_at = excluded.decided_at
    where refused_renewals.outcome = 'undecided' and excluded.outcome <> 'undecided';
  return null;
end
$$;
