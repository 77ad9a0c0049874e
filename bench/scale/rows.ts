/**
 * A statement that fills one table for accounts 1 to n, in one run or in one per month: then the rows of one
 * account lie far apart, as after a real year. No table has two statements. `:n` is the number of accounts,
 * `:m` the month, `:hash` everyone's password hash.
 */
export type Rows = { table: string; insert: string; isMonthly?: true }

/** One word per number, so that names differ but share parts, like real ones. */
const word = (number: string, list: string) => `(array[${list}])[1 + (${number}) % ${list.split(',').length}]`
const places = `'Lake','Cedar','Harbor','Summit','Prairie','Willow','Birch','North','River','Stone','Maple','Union','Grand'`
const trades = `'Realty','Homes','Lending','Insurance','Group','Partners','Mortgage','Title','Estates','Capital','Advisors'`
const names = `'dana','priya','marcus','joan','luis','sam','noor'`
const owner = `${word('a', names)} || '.' || ${word('a / 7', places)} || a || '@' || ${word('a / 91', trades)} || '-' || a % 997 || '.example'`

const isCanceled = 'a % 20 = 0'
const isPastDue = 'a % 50 = 1'
/** Refused at the first renewals, so that only these are due then. */
const firstRenewal = `((current_date - 26 + interval '1 month') at time zone 'US/Central')`
/** The months of an account's year, numbered from 0; 27 consecutive accounts begin on 27 days. */
export const calendar = `
  create temporary table calendar as
  select turn, m, starts_on, ends_on, starts_on::timestamp at time zone 'US/Central' as starts_at,
    ends_on::timestamp at time zone 'US/Central' as ends_at
  from generate_series(0, 26) turn, generate_series(0, 12) m,
    lateral (select (current_date - turn - interval '11 months' + m * interval '1 month')::date as starts_on,
      (current_date - turn - interval '11 months' + (m + 1) * interval '1 month')::date as ends_on) month`
const accounts = `generate_series(1, :n) a join calendar c on c.turn = a % 27 and c.m = :m`
/** As many different ones as there are accounts, and as many cards as there are four-digit endings. */
const phone = `'312' || lpad((a::bigint * 7919 % 10000000)::text, 7, '0')`
const lastFour = `lpad((a::bigint * 31 % 10000)::text, 4, '0')`
const secret = (text: string) => `decode(md5(${text}) || md5(${text} || '.'), 'hex')`

/** As the product itself writes it: a year of twelve months for each account. */
export const rows: Rows[] = [
  {
    table: 'accounts',
    insert: `(id, pin, company, status, time_zone, industry, mobile_phone, address, city, state, zip_code, fraud_marked_at,
        status_since, created_at) overriding system value
      select a, lpad((a::bigint * 7919 % 1000000)::text, 6, '0'),
        ${word('a', places)} || ' ' || ${word('a / 13', trades)} || ' ' || a,
        case when ${isCanceled} then 'canceled' when ${isPastDue} then 'past_due' else 'active' end,
        'US/Central', 'Real Estate', ${phone}, a || ' Lake Street', 'Chicago', 'IL', '60601',
        case when a % 2000 = 0 then now() - interval '30 days' end, c.starts_at, c.starts_at from ${accounts}`,
  },
  {
    table: 'agents',
    insert: `(account_id, email, first_name, last_name, role, password_hash, joined_at, removed_at, created_at)
      select a, case when u = 0 then ${owner} else 'user.' || u || '.' || ${owner} end,
        ${word('a', `'Dana','Priya','Marcus','Joan','Luis','Sam'`)}, ${word('a / 6', places)},
        case when u = 0 then 'owner' else 'user' end, :hash, c.starts_at,
        case when u = 2 then now() end, c.starts_at
      from generate_series(0, 2) u, ${accounts} where u = 0 or a % 4 = 0`,
  },
  {
    table: 'orders',
    insert: `(id, key, kind, account_id, email_key, body_digest, lines, amount_cents, terms_version, terms_accepted_at,
        terms_address, state, created_at, settled_at, visitor_hash) overriding system value
      select a, md5('order' || a), 'sign-up', a, lower(${owner}), '\\x00', '[]', 14900, '2026-01', c.starts_at, '192.0.2.1',
        'paid', c.starts_at, c.starts_at, ${secret(`'visitor' || a`)} from ${accounts}`,
  },
  {
    table: 'cards',
    insert: `(account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, created_at,
        replaced_at)
      select a, 'sandbox', 'card-' || a || '-' || old, 'Visa', ${lastFour}, 'Dana Whitfield', 1 + (a / 27) % 12,
        extract(year from now())::integer + (a / 324) % 4 + case when (a / 27) % 12 + 1 < extract(month from now()) then 1 else 0 end,
        c.starts_at, case when old = 1 then now() end
      from generate_series(0, 1) old, ${accounts} where old = 0 or a % 10 = 0`,
  },
  {
    table: 'sandbox_cards',
    insert: `(token, brand, last_four, behaviour, created_at)
      select 'card-' || a || '-0', 'Visa', ${lastFour}, 'approved', c.starts_at from ${accounts}`,
  },
  {
    table: 'subscriptions',
    // Some people left once before, so their account has an older subscription that has ended.
    insert: `(id, account_id, anchor_date, time_zone, started_at, next_at, ended_at, cancel_requested_at, cancel_on,
        cancel_reason, cancel_reference, held_from, held_until) overriding system value
      select a::bigint * 2 - old, a, c.starts_on, 'US/Central', c.starts_at,
        case when old = 0 and not (${isCanceled}) and not (${isPastDue}) then c.starts_at + interval '1 year' + (a / 27 % 1440) * interval '1 minute' end,
        case when old = 1 or ${isCanceled} then now() - interval '20 days' end,
        case when old = 1 or ${isCanceled} then now() - interval '30 days' - a * interval '1 second' end,
        case when old = 1 or ${isCanceled} then current_date - 20 end,
        case when old = 1 or ${isCanceled} then 'Other' end,
        case when old = 1 or ${isCanceled} then 'C-' || md5('cancel' || a || old) end,
        case when a % 100 = 7 then (c.starts_on + interval '11 months')::date end, case when a % 100 = 7 then (c.starts_on + interval '13 months')::date end
      from generate_series(0, 1) old, ${accounts} where old = 0 or a % 10 = 3`,
  },
  {
    table: 'undone_cancellations',
    insert: `(reference, subscription_id, requested_at, cancel_on, reason, undone_at)
      select 'U-' || md5('undone' || a), a::bigint * 2, now() - a * interval '1 second', current_date, 'Other', now()
      from ${accounts} where a % 50 = 3`,
  },
  {
    table: 'subscription_items',
    insert: `(subscription_id, item, quantity, unit_price_cents)
      select a::bigint * 2, item, 1, case item when 'lead' then 1000 else 13900 end
      from (values ('lead'), ('triple')) as of (item), ${accounts}`,
  },
  {
    table: 'subscription_changes',
    insert: `(subscription_id, effective_on, items, requested_by, requested_at, applied_at)
      select a::bigint * 2, (c.starts_on + interval '3 months')::date, '[]', a, c.starts_at, c.starts_at from ${accounts} where a % 20 = 5`,
  },
  {
    table: 'periods',
    isMonthly: true,
    insert: `(id, subscription_id, starts_on, ends_on, due_at, ends_at, state, tries, next_try_at, paid_at, failed_at)
      overriding system value
      select m * :n + a, a::bigint * 2, c.starts_on, c.ends_on, c.starts_at, c.ends_at,
        case when m = 11 and ${isPastDue} then 'past_due' else 'paid' end, 1,
        case when m = 11 and ${isPastDue} then ${firstRenewal} + interval '3 days' end,
        case when m = 11 and ${isPastDue} then null else c.starts_at end,
        case when m = 11 and ${isPastDue} then ${firstRenewal} end
      from ${accounts}`,
  },
  {
    table: 'charges',
    isMonthly: true,
    insert: `(id, key, order_id, period_id, account_id, gateway, gateway_reference, gateway_token, amount_cents, brand,
        last_four, expires_month, expires_year, holder, outcome, created_at, settled_at) overriding system value
      select m * :n + a, 'renewal-' || md5('charge' || m || '.' || a), case when m = 0 then a end,
        case when m > 0 then m * :n + a end, a, 'sandbox', md5('reference' || m || '.' || a), 'card-' || a || '-0', 14900,
        'Visa', ${lastFour}, 12, 2028, 'Dana Whitfield', case when m = 11 and ${isPastDue} then 'declined' else 'paid' end,
        c.starts_at, c.starts_at
      from ${accounts}`,
  },
  {
    table: 'invoices',
    isMonthly: true,
    insert: `(id, number, account_id, order_id, period_id, charge_id, total_cents, note, issued_at, paid_at, billed_to)
      overriding system value
      select m * :n + a, 'R-' || 100000 + m * :n + a, a, case when m = 0 then a end, m * :n + a,
        case when m = 11 and ${isPastDue} then null else m * :n + a end, 14900, 'The same as the month before.',
        c.starts_at, case when m = 11 and ${isPastDue} then null else c.starts_at end,
        '{"company": "Lake Realty", "name": "Dana Whitfield", "address": "200 Lake Street", "city": "Chicago", "state": "IL",
          "zipCode": "60601", "country": "US", "taxNumber": ""}'
      from ${accounts}`,
  },
  {
    table: 'invoice_lines',
    isMonthly: true,
    insert: `(invoice_id, position, kind, label, quantity, unit_price_cents, amount_cents)
      select m * :n + a, position, 'item', label, 1, cents, cents
      from ${accounts}, (values (0, 'Triple line dialer', 13900), (1, 'Lead management', 1000)) as of (position, label, cents)`,
  },
  {
    table: 'mails',
    isMonthly: true,
    insert: `(purpose, account_id, recipient, subject, state, tries, message_id, created_at, settled_at)
      select case when m = 0 then 'welcome' else 'renewal-receipt' end, a, ${owner}, 'Your receipt R-' || 100000 + m * :n + a,
        'sent', 1, '<' || md5('mail' || m || '.' || a) || '@localhost>', c.starts_at, c.starts_at
      from ${accounts}`,
  },
  {
    table: 'audit',
    insert: `(at, actor, action, account_id, details)
      select c.starts_at + e * interval '4 months', 'agent:' || a, case e when 0 then 'signed-up' else 'card-changed' end, a, '{}'
      from generate_series(0, 2) e, ${accounts}`,
  },
  {
    table: 'sessions',
    // One in eighteen days for half a year's quarter: the last of them are old enough to be deleted.
    insert: `(token_hash, agent_id, reach, device_hash, address, user_agent, created_at, last_seen_at, expires_at, ended_at)
      select ${secret(`'session' || s || '.' || a`)}, a, 'account', ${secret(`'device' || a`)}, '198.51.' || a % 200 || '.' || s,
        'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0', t, t + interval '2 hours', t + interval '14 days',
        case when (a + s) % 2 = 0 then t + interval '3 hours' end
      from generate_series(5, 0, -1) s, ${accounts},
        lateral (select now() - (s * 18 + 1 + a % 18) * interval '1 day' - a % 80000 * interval '1 second' as t) began`,
  },
  {
    table: 'devices',
    insert: `(agent_id, device_hash, first_seen_at, last_seen_at)
      select a, ${secret(`'device' || a`)}, c.starts_at, now() from ${accounts}`,
  },
  {
    table: 'links',
    insert: `(token_hash, purpose, agent_id, account_id, created_at, expires_at, spent_at)
      select ${secret(`'link' || k || '.' || a`)}, case k when 0 then 'password-reset' else 'pay' end, a, a, t,
        t + interval '1 hour', case when k = 0 then t end
      from generate_series(0, 1) k, ${accounts}, lateral (select now() - (k * 20 + a % 20) * interval '1 day' as t) made`,
  },
  {
    table: 'limits',
    insert: `(key, points, window_ends_at)
      select 'sign-in:' || md5('limit' || a), 1, now() + (a % 10 - 5) * interval '1 day' from ${accounts}`,
  },
  {
    table: 'set_ups',
    insert: `(account_id, state, tries, started_at, settled_at)
      select a, 'done', 1, c.starts_at, c.starts_at from ${accounts}`,
  },
  {
    table: 'unfinished_sign_ups',
    insert: `(email, visitor_hash, form, password_hash, first_answer_hash, second_answer_hash, created_at, changed_at)
      select 'unfinished.' || a || '@example.org', ${secret(`'unfinished' || a`)}, '{}', :hash, :hash, :hash,
        now() - interval '50 days', now() - (a % 100) * interval '1 day' from ${accounts} where a % 20 = 9`,
  },
  {
    table: 'clients',
    insert: `(id, name, is_confidential, redirect_uris, scopes, default_scope, created_at)
      select case n when 0 then 'partner' else 'partner-' || n end, 'Partner ' || n, true, '{https://partner.example/}',
        '{profile}', 'profile', now() from generate_series(0, 40) n`,
  },
  {
    table: 'grants',
    insert: `(id, client_id, agent_id, scope, created_at) overriding system value
      select a, case a % 400 when 2 then 'partner-' || 1 + a / 400 % 40 else 'partner' end, a, 'profile',
        now() - a * interval '1 second' from ${accounts} where a % 5 = 2`,
  },
  {
    table: 'tokens',
    insert: `(token_hash, grant_id, kind, created_at, expires_at, replaced_at)
      select ${secret(`'token' || k || '.' || a`)}, a, case k when 0 then 'refresh' else 'access' end, now(),
        now() + (k * 10 - 15) * interval '1 day', null from generate_series(0, 2) k, ${accounts} where a % 5 = 2
      union all
      select ${secret(`'replaced' || k || '.' || a`)}, a, 'refresh', now(), now() + interval '80 days', now()
        from generate_series(1, 6) k, ${accounts} where a % 5 = 2`,
  },
  {
    table: 'smtp_settings',
    insert: `(account_id, host, port, security, username, password_sealed, key_id, from_address, changed_at)
      select a, 'mail.example', 587, 'starttls', 'owner', '\\x00', 'key', ${owner}, now() from ${accounts} where a % 10 = 4`,
  },
  {
    table: 'feedback',
    insert: `(pin, answers, created_at)
      select lpad((a::bigint * 7919 % 1000000)::text, 6, '0'), '{}', now() from ${accounts} where a % 40 = 0`,
  },
]
