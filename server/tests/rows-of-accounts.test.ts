import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { freshDatabase } from '#server/test-kit/harness.ts'

/** Rows of no account, or found in another way: docs/scale.md says where each would be stored. */
const withoutAccount: Record<string, string> = {
  account_numbers: 'which numbers are taken, part of the directory',
  blocks: 'cards, devices and addresses, the same for all accounts',
  breach_lists: 'the same for all accounts',
  breached_passwords: 'the same for all accounts',
  card_reports: 'what the gateway reported about cards of all accounts',
  clients: 'partners, the same for all accounts',
  client_secrets: 'their secrets',
  number_counters: 'the last number of a bill and of a credit note, of all accounts',
  feed_endpoints: 'where the events of all accounts are sent',
  feed_keys: 'who may read the events of all accounts',
  feed_state: 'the positions of all events',
  feedback: 'names the account by its number, since the account may not exist',
  figure_months: 'the months whose sums are stored',
  figure_state: 'what was summed when',
  figure_sums: 'sums over all accounts',
  heartbeats: 'the instances themselves',
  idempotency: 'the keys of forms, and those of months and notes: each is used in one database',
  instances: 'the instances themselves',
  own_secret: 'one row: the secret of a trial',
  limits: 'counts by the hash of an email, an ip or a card',
  migrations: 'the tables themselves',
  operators: 'who help the customers of all accounts',
  operator_links: 'how they begin',
  operator_passkeys: 'how they sign in',
  operator_sessions: 'where they are signed in',
  price_lists: 'the same for all accounts',
  sandbox_card_reports: "the embedded gateway's own records",
  sandbox_cards: "the embedded gateway's own records",
  sandbox_charges: "the embedded gateway's own records",
  sandbox_refunds: "the embedded gateway's own records",
  seat_rounds: 'sums over all accounts',
  settings: 'the same for all accounts',
  unfinished_sign_ups: 'no account yet',
  webinar_overrides: 'the same for all accounts',
}

test('every row leads to its account, so that accounts can be spread over several databases', async () => {
  const db = await freshDatabase()
  const tables = await db.many<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  const references = await db.many<{ from: string; to: string }>(sql`
    select f.relname as from, t.relname as to from pg_constraint c
    join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`)
  await db.close()
  const leading = new Set(['accounts'])
  for (let known = 0; known < leading.size; ) {
    known = leading.size
    for (const { from, to } of references) if (leading.has(to)) leading.add(from)
  }
  const lost = tables
    .map(({ name }) => name)
    .filter((name) => !leading.has(name) && !(name in withoutAccount))
  expect(lost).toEqual([])
})
