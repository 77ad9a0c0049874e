// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type QueueName, type QueueRow, repeatSetUp, retryJob, setJobAside } from '#contract/desk/today.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, later, MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

async function rowsOf(operator: TestOperator, queue: QueueName): Promise<QueueRow[]> {
  const rows: QueueRow[] = []
  for (let path: string | null = `/desk/queues/${queue}/`; path; ) {
    const { values } = await operator.get(path)
    rows.push(...(values.rows as QueueRow[]))
    path = values.next as string | null
  }
  return rows
}

const idOf = (number: number) => `0b7f4a52-5c9e-4a46-8f33-${String(number).padStart(12, '0')}`

/** As many as given, all of them failed at the same moment. */
async function addFailedJobs(queue: string, first: number, count = 1): Promise<void> {
  await harness.db.run(sql`update pgboss.queue set failed_count = ${count} where name = ${queue}`)
  const ids = Array.from({ length: count }, (_, index) => idOf(first + index))
  await harness.db.run({
    text: `insert into pgboss.job (id, name, state, output, completed_on, data)
      select id::uuid, $2, 'failed', '{"reason":"It broke"}', now(), '{}' from unnest($1::text[]) id`,
    values: [ids, queue],
  })
}

test('failed work is listed with its error, and retried once by permitted roles', async () => {
  await addFailedJobs('settle-refund', 1)
  const [helper, money] = [await desk.as('helper'), await desk.as('money')]
  expect(await rowsOf(helper, 'jobs')).toMatchObject([
    { title: 'settle refund', action: { kind: 'cannot', why: 'Needs the role Money.' } },
  ])
  const job = { queue: 'settle-refund', job: idOf(1) }
  expect(await rowsOf(money, 'jobs')).toMatchObject([
    { facts: ['1 try', 'It broke'], action: { kind: 'retry-job', ...job } },
  ])
  const body = { ...job, which: 'one', reason: 'Fixed by the release' }
  expect((await helper.send(retryJob, body)).status).toBe(403)
  expect((await money.send(retryJob, { ...body, job: 'x' })).status).toBe(404)
  const answers = await Promise.all([money.send(retryJob, body), money.send(retryJob, body)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(answers.find(({ status }) => status === 404)?.body).toEqual({
    errors: 'This work is not failed any more.',
  })
  expect(await rowsOf(money, 'jobs')).toEqual([])
  const entries = await harness.db.many(sql`select details from audit where action = 'job-retried'`)
  expect(entries).toEqual([{ details: { ...job, reason: 'Fixed by the release' } }])
})

test('failed work is set aside once by permitted roles, and its audit entry says why', async () => {
  await addFailedJobs('settle-refund', 2)
  const [helper, money] = [await desk.as('helper'), await desk.as('money')]
  const body = { queue: 'settle-refund', job: idOf(2), which: 'one', reason: 'Refunded by hand' }
  expect((await helper.send(setJobAside, body)).status).toBe(403)
  const answers = await Promise.all([money.send(setJobAside, body), money.send(retryJob, body)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  await addFailedJobs('settle-refund', 3)
  const again = { ...body, job: idOf(3) }
  expect((await money.send(setJobAside, again)).body).toEqual({
    data: { said: 'It is set aside: settle refund.' },
  })
  expect((await money.send(setJobAside, again)).status).toBe(404)
  expect(await rowsOf(money, 'jobs')).toEqual([])
  const entries = await harness.db.many(
    sql`select actor, details from audit where action = 'job-set-aside' order by id desc limit 1`,
  )
  expect(entries).toEqual([
    {
      actor: `operator:${money.email}`,
      details: { queue: 'settle-refund', job: idOf(3), reason: 'Refunded by hand' },
    },
  ])
})

test('a helper restarts failed provisioning, and only once', async () => {
  const { db, clock } = harness
  const { pin, accountId } = await addAccount(db, { email: freshEmail(), company: 'Cedar Homes' })
  await db.run(sql`
    insert into set_ups (account_id, state, tries, last_error, started_at)
    values (${accountId}, 'dead', 15, 'The provider answered 500', ${later(clock.now(), -3 * DAY)})`)
  const reason = 'they called'
  const [reader, helper] = [await desk.as('reader'), await desk.as('helper')]
  expect(await rowsOf(reader, 'set-ups')).toMatchObject([{ action: { kind: 'open' } }])
  expect(await rowsOf(helper, 'set-ups')).toMatchObject([
    {
      title: 'Cedar Homes',
      age: '3 days',
      facts: [pin, '15 tries', 'The provider answered 500'],
      action: { kind: 'repeat-set-up', pin },
    },
  ])
  await db.run(sql`update accounts set status = 'canceled' where id = ${accountId}`)
  expect(await rowsOf(helper, 'set-ups')).toMatchObject([
    { action: { kind: 'cannot', why: expect.stringMatching(/^The account is closed\./) } },
  ])
  expect((await helper.send(repeatSetUp, { pin, reason })).status).toBe(400)
  await db.run(sql`update accounts set status = 'active' where id = ${accountId}`)
  expect((await reader.send(repeatSetUp, { pin, reason })).status).toBe(403)
  expect((await helper.send(repeatSetUp, { pin: '999999', reason })).status).toBe(404)
  const answers = await Promise.all([
    helper.send(repeatSetUp, { pin, reason }),
    helper.send(repeatSetUp, { pin, reason }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const entries = await db.many(sql`
    select actor, details, account_id as "accountId" from audit where action = 'set-up-repeated'`)
  expect(entries).toMatchObject([{ actor: `operator:${helper.email}`, details: { reason }, accountId }])
  expect(await rowsOf(helper, 'set-ups')).toEqual([])
})

test('provisioning and emails are not retried by their jobs; the refusal says where to do it', async () => {
  const money = await desk.as('money')
  for (const [queue, errors] of [
    ['set-up-account', 'Start the set-up of the account again instead: it stands under set-ups that failed.'],
    ['deliver-mail', 'Send the email again instead: on its page.'],
  ] as const) {
    await addFailedJobs(queue, queue.length)
    const retried = await money.send(retryJob, {
      queue,
      job: idOf(queue.length),
      which: 'one',
      reason: 'It is back',
    })
    expect([retried.status, retried.body]).toEqual([400, { errors }])
  }
  expect(await rowsOf(money, 'jobs')).toEqual([])
})

test('many failures from one moment are paged without gaps or repeats', async () => {
  await addFailedJobs('settle-refund', 1000, 120)
  const keys = (await rowsOf(await desk.as('money'), 'jobs')).map(({ key }) => key)
  expect([keys.length, new Set(keys).size]).toEqual([120, 120])
})

test('after an outage all failed work of a kind is retried or set aside at once', async () => {
  const money = await desk.as('money')
  await harness.db.run(sql`delete from pgboss.job where state = 'failed'`)
  await addFailedJobs('forget-left-card', 2000, 3)
  await addFailedJobs('settle-refund', 3000, 120)
  const reason = 'The gateway is back'
  const all = { queue: 'settle-refund', job: idOf(3000), which: 'all', reason }
  expect((await money.send(retryJob, all)).body).toEqual({
    data: { said: 'All 120 are tried again: settle refund.' },
  })
  expect((await money.send(retryJob, all)).status).toBe(404)
  expect(await rowsOf(money, 'jobs')).toHaveLength(3)
  const cards = { ...all, queue: 'forget-left-card' }
  expect((await money.send(setJobAside, cards)).body).toEqual({
    data: { said: 'All 3 are set aside: forget left card.' },
  })
  expect(await rowsOf(money, 'jobs')).toEqual([])
  const entries = await harness.db.many(sql`select action, details from audit order by id desc limit 2`)
  expect(entries).toEqual([
    { action: 'job-set-aside', details: { queue: 'forget-left-card', count: 3, reason } },
    { action: 'job-retried', details: { queue: 'settle-refund', count: 120, reason } },
  ])
})

test('stuck provisioning, emails and other work are listed oldest first, with the problem', async () => {
  const { db, clock } = harness
  const ago = (ms: number) => later(clock.now(), -ms)
  const addSetUp = async (status: 'pending' | 'canceled', at: Date) => {
    const { accountId, pin } = await addAccount(db, { email: freshEmail(), company: 'Cedar Homes', status })
    await db.run(sql`
      insert into set_ups (account_id, state, tries, last_error, started_at)
      values (${accountId}, 'running', 3, 'Status 500', ${at})
      on conflict (account_id) do update set state = 'running', tries = 3, last_error = 'Status 500', started_at = ${at}`)
    return pin
  }
  const slow = await addSetUp('pending', ago(2 * HOUR))
  await addSetUp('pending', ago(30 * MINUTE))
  await addSetUp('canceled', ago(5 * HOUR))
  const addMail = (id: string, at: Date) =>
    db.run(sql`
      insert into mails (purpose, recipient, subject, plain, html, tries, last_error, message_id, created_at)
      values ('welcome', 'late@example.com', 'Welcome', '', '', 1, 'No such host', ${id}, ${at})`)
  await addMail('late', ago(HOUR))
  await addMail('new', ago(MINUTE))
  await db.run(sql`update pgboss.queue set ready_count = 7 where name = 'figures'`)
  await db.run({
    text: `insert into pgboss.job (id, name, state, start_after, data)
      values ($1, 'settle-refund', 'created', now() - interval '20 minutes', '{}')`,
    values: [idOf(5000)],
  })
  await db.run(sql`update pgboss.queue set ready_count = 7 where name = 'settle-refund'`)
  const rows = await rowsOf(await desk.as('reader'), 'waiting')
  expect(rows).toHaveLength(3)
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        title: 'Cedar Homes',
        facts: [slow, 'set-up', '3 tries', 'Status 500'],
        age: '2 hours',
      }),
      expect.objectContaining({
        title: 'late@example.com',
        facts: ['email to late@example.com “Welcome”', '1 try', 'No such host'],
      }),
      expect.objectContaining({
        title: 'settle refund',
        facts: ['7 due'],
        action: expect.objectContaining({ kind: 'cannot', why: expect.stringMatching(/^No process takes/) }),
      }),
    ]),
  )
})

test('an endpoint of the feed that takes no events waits with the other work', async () => {
  const { db, clock } = harness
  const ago = (ms: number) => later(clock.now(), -ms)
  const addEndpoint = (name: string, failingSince: Date | null, state = 'active') =>
    db.one<{ id: number }>(sql`
      insert into feed_endpoints (url, secret_sealed, key_id, state, sent_through, next_at, failing_since, last_error, created_at)
      select ${`https://${name}.example.com/events`}, '', '', ${state}, last_position, ${clock.now()}, ${failingSince},
        'Status 500', ${ago(2 * DAY)}
      from feed_state returning id`)
  await addEndpoint('quiet', null)
  await addEndpoint('slow', ago(5 * MINUTE))
  const late = await addEndpoint('late', ago(HOUR))
  const gone = await addEndpoint('gone', null, 'disabled')
  const listed = async () =>
    (await rowsOf(await desk.as('reader'), 'waiting')).filter(({ key }) => key.startsWith('endpoint-'))
  expect(await listed()).toMatchObject([
    {
      title: 'gone.example.com',
      facts: [`feed endpoint ${gone.id}`, 'disabled by its answer, so nothing is sent', 'Status 500'],
    },
    {
      title: 'late.example.com',
      facts: [`feed endpoint ${late.id}`, 'Status 500'],
      age: '1 hour',
      action: { kind: 'open', href: `/desk/feed/?after=${late.id - 1}` },
    },
  ])
  await db.run(sql`update feed_endpoints set failing_since = null, state = 'active'`)
  expect(await listed()).toEqual([])
})
