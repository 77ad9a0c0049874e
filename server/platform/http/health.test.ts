// On PostgreSQL: two of its requests race.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness

afterEach(() => harness.close())

async function metrics(): Promise<Map<string, number>> {
  const { body } = await harness.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('a hung database makes an instance not ready within seconds, and ready again afterwards', async () => {
  harness = await openHarness()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = false
  const holding = harness.db.transaction(async (tx) => {
    await tx.run(sql`lock table heartbeats in access exclusive mode`)
    isHeld = true
    await released
  })
  await expect.poll(() => isHeld).toBe(true)
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 5 }, () => harness.app.inject('/ready')))
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(5).fill(503))
  expect(answers[0]?.json()).toEqual({ status: 'the database takes no writes' })
  expect((await harness.app.inject('/health')).statusCode).toBe(200)
  release()
  await holding
  await expect
    .poll(async () => (await harness.app.inject('/ready')).statusCode, { timeout: 20_000 })
    .toBe(200)
})

test('many probes within a second write once', async () => {
  harness = await openHarness()
  // The second does not pass, however long the statements take.
  const standing = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => standing.mockRestore())
  await Promise.all(Array.from({ length: 20 }, () => harness.app.inject('/ready')))
  expect(await harness.db.many(sql`select xmin from heartbeats`)).toHaveLength(1)
  const [first] = await harness.db.many(sql`select beat_at from heartbeats`)
  await harness.app.inject('/ready')
  expect(await harness.db.many(sql`select beat_at from heartbeats`)).toEqual([first])
})

test('the metrics show what is waiting, what failed, and for how long', async () => {
  harness = await openHarness()
  await harness.db.run(sql`
    insert into mails (purpose, recipient, subject, plain, html, state, message_id, created_at, settled_at)
    select 'test', 'dana@example.com', 'A subject', '', '', state, state || n, now() - interval '3 hours',
      case when state <> 'waiting' then now() - n * interval '40 minutes' end
    from generate_series(1, 3) n, unnest(array['waiting', 'failed', 'sent']) state
    where not (state = 'failed' and n = 3)`)
  await harness.db.run(
    sql`update pgboss.queue set ready_count = 4, failed_count = 2 where name in ('deliver-mail', 'settle-refund')`,
  )
  const [account] = await harness.db.many<{ id: number }>(sql`
    insert into accounts (pin, company, status, time_zone, status_since, created_at)
    values ('000001', 'Acme', 'active', 'US/Eastern', now(), now()), ('000002', 'Gone', 'canceled', 'US/Eastern', now(), now())
    returning id`)
  await harness.db.run(
    sql`insert into set_ups (account_id, state, tries, started_at) select id, 'dead', 19, now() from accounts`,
  )
  await harness.db.run(sql`
    with subscription as (
      insert into subscriptions (account_id, anchor_date, time_zone, started_at, next_at)
      values (${account?.id}, current_date, 'US/Eastern', now(), now() - interval '2 hours') returning id
    ), period as (
      insert into periods (subscription_id, starts_on, ends_on, due_at, ends_at, state, tries, next_try_at)
      select id, current_date, current_date + 30, now(), now(), 'due', 1, now() - interval '1 hour'
      from subscription returning id
    )
    insert into charges (key, period_id, account_id, gateway, gateway_token, amount_cents, brand, last_four,
      expires_month, expires_year, holder, outcome, reason, created_at)
    select hours || ' hours', id, ${account?.id}, 'sandbox', 'token', 100, 'Visa', '1111', 12, 2040, 'Dana', 'unknown',
      reason, now() - hours * interval '1 hour'
    from period, (values (1.5, null), (3, 'came too late'), (30, 'came too late')) charge (hours, reason)`)
  const found = await metrics()
  expect(found.get('mails_waiting')).toBe(3)
  expect(found.get('mails_failed')).toBe(2)
  expect(found.get('mails_failed_last_hour'), 'one of 40 and one of 80 minutes ago').toBe(1)
  expect(found.get('jobs_waiting{job="deliver-mail"}')).toBe(4)
  expect(found.get('jobs_failed{job="settle-refund"}')).toBe(2)
  expect(found.get('jobs_failed{job="set-up-account"}'), 'as the desk lists them').toBe(1)
  expect(found.has('jobs_failed{job="deliver-mail"}'), 'see mails_failed').toBe(false)
  expect(found.get('renewals_oldest_due_seconds')).toBeCloseTo(7200, -2)
  expect(found.get('charges_unsettled'), 'not the one that is being returned since 3 hours').toBe(2)
  expect(found.get('charges_unsettled_oldest_seconds')).toBeCloseTo(108_000, -2)
  expect(found.get('database_up')).toBe(1)
  expect(found.get('database_writable')).toBe(1)
  expect(Math.abs(found.get('clock_difference_seconds') ?? 99)).toBeLessThan(30)
  for (const name of [
    'password_hashes_running',
    'password_hashes_waiting',
    'database_clients_in_use',
    'database_clients_waiting',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(found.get(name)).toBeGreaterThanOrEqual(0)
})

test('without a due renewal or an open charge, nothing is overdue', async () => {
  harness = await openHarness()
  const found = await metrics()
  expect(found.get('renewals_oldest_due_seconds')).toBe(0)
  expect(found.get('charges_unsettled_oldest_seconds')).toBe(0)
})
