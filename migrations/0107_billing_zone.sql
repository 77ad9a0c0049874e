-- The time zone in which an account was billed at a moment: that of its subscription then. A subscription keeps the zone of
-- its purchase, so the date of a bill or a credit note stays when the account's time zone changes.
create function billing_zone_at(of_account bigint, moment timestamptz) returns text language sql stable as $$
  select coalesce(
    (select s.time_zone from subscriptions s where s.account_id = of_account and s.started_at <= moment
      order by s.id desc limit 1),
    (select a.time_zone from accounts a where a.id = of_account))
$$;
