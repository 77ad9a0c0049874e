import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, holdSignUp } from '#server/test-kit/held-sign-ups.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>

beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

const lists = [
  ['audit', 'list'],
  ['feedback', 'list'],
  ['sign-up', 'unfinished'],
  ['mail', 'bounced'],
]

test('a list that stops at a number says so', async () => {
  for (const words of lists)
    expect((await operator.run(...words)).text, words.join(' ')).not.toContain('There may be more')
  const { pin, accountId } = await addAccount(harness.db, { email: freshEmail() })
  await harness.db.run(sql`
    insert into audit (at, actor, action, account_id)
    select now(), 'system', 'setting-changed', ${accountId}::bigint from generate_series(1, 101)`)
  await harness.db.run(sql`
    insert into feedback (pin, answers, created_at)
    select ${pin}, '{"reason": "price"}', now() from generate_series(1, 101)`)
  await harness.db.run(sql`
    insert into unfinished_sign_ups (visitor_hash, email, password_hash, first_answer_hash, second_answer_hash, form, created_at, changed_at)
    select decode(md5(n::text), 'hex'), 'one' || n || '@example.com', 'no hash', 'no hash', 'no hash', '{}', now(), now() from generate_series(1, 101) n`)
  await harness.db.run(sql`
    insert into agents (account_id, email, first_name, last_name, role, created_at, mail_bounced_at, mail_bounce)
    select ${accountId}::bigint, 'two' || n || '@example.com', 'A', 'B', 'user', now(), ${harness.clock.now()}, 'hard'
    from generate_series(1, 501) n`)
  for (const words of [...lists, ['audit', 'list', pin]])
    expect((await operator.run(...words)).text, words.join(' ')).toMatch(
      words[0] === 'mail'
        ? /^There may be more: these are the 500 newest\./
        : /^There may be more: these are the 100 newest\./,
    )
})

test('the list of held sign-ups stops at a number and says so', async () => {
  await addFraudAccount(harness)
  const { id } = await holdSignUp(harness)
  expect((await operator.run('sign-up', 'held')).text).not.toContain('There may be more')
  await harness.db.run(sql`
    insert into orders overriding system value
    select (jsonb_populate_record(o, jsonb_build_object('id', o.id + n, 'key', 'key-' || n, 'email_key', 'held' || n,
      'reserved_account_number', null))).*
    from orders o cross join generate_series(1, 100) n where o.id = ${id}`)
  await harness.db.run(sql`
    insert into held_sign_ups
    select (jsonb_populate_record(h, jsonb_build_object('order_id', h.order_id + n))).*
    from held_sign_ups h cross join generate_series(1, 100) n where h.order_id = ${id}`)
  const held = await operator.run('sign-up', 'held')
  expect(held.text).toMatch(/^There may be more: these are the 100 most urgent\./)
  expect(held.rows('held')).toHaveLength(100)
})

test('the list of cancellations stops at a number, and says how to go on', async () => {
  const { subscriptionId } = await subscribe(harness)
  await harness.db.run(sql`
    insert into undone_cancellations (reference, subscription_id, requested_at, cancel_on, undone_at)
    select 'undone-' || n, ${subscriptionId}::bigint, ${harness.clock.now()}::timestamptz - n * interval '1 minute',
      '2026-12-15', ${harness.clock.now()}
    from generate_series(0, 1199) n`)
  const newest = await operator.run('cancellation', 'list')
  expect(newest.rows('cancellations')).toHaveLength(1000)
  expect(newest.text).toMatch(
    /^There may be more: these are the 1000 newest\. For the older ones add --until 2026-11-14T22:21:00\.000Z/,
  )
  const older = await operator.run('cancellation', 'list', '--until', '2026-11-14T22:21:00.000Z')
  expect(older.text).not.toContain('There may be more')
  expect(older.rows('cancellations')).toHaveLength(201)
})

test('the list of partners is shown in pages, and says how to go on', async () => {
  expect((await operator.run('partner', 'list')).text).not.toContain('There are more')
  await harness.db.run(sql`
    insert into clients (id, name, is_confidential, redirect_uris, scopes, default_scope, created_at)
    select 'partner-' || n, 'Partner', true, '{https://partner.example/}', '{profile}', 'profile', now()
    from generate_series(1001, 1120) n`)
  const first = await operator.run('partner', 'list')
  const [, last = ''] = /^There are more\. Next page: --after (\S+)/.exec(first.text) ?? []
  const second = await operator.run('partner', 'list', '--after', last)
  expect([first, second].map((page) => page.rows('partners').length)).toEqual([100, expect.any(Number)])
  expect(second.text).toContain('partner-1120')
  expect(second.text).not.toContain('There are more')
})
