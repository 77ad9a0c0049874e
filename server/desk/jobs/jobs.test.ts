// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retryJob, startSetUpAgain } from '#contract/desk/jobs/calls.ts'
import type { JobsValues } from '#contract/desk/jobs/values.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
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

test('of two operators who try a dead set-up again, the first starts it and the second is told', async () => {
  const { accountId } = await addAccount(harness.db, { email: freshEmail(), status: 'pending' })
  const { pin } = await harness.db.one<{ pin: string }>(sql`select pin from accounts where id = ${accountId}`)
  await harness.db.run(sql`
    insert into set_ups (account_id, state, tries, last_error, started_at, settled_at)
    values (${accountId}, 'dead', 9, 'The provider is away', ${harness.clock.now()}, ${harness.clock.now()})
    on conflict (account_id) do update set state = 'dead', last_error = excluded.last_error`)
  const [reader, one, other] = [await desk.as('reader'), await desk.as('helper'), await desk.as('helper')]
  expect((await reader.get('/desk/jobs/')).values).toMatchObject({
    setUps: [{ pin, state: 'dead', lastError: 'The provider is away' }],
  })
  const body = { number: pin, reason: 'The provider is back' }
  expect((await reader.send(startSetUpAgain, body)).status).toBe(403)
  const answers = await Promise.all([one.send(startSetUpAgain, body), other.send(startSetUpAgain, body)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  const entries = await harness.db.many(sql`
    select details->>'reason' as reason from audit where account_id = ${accountId} and action = 'set-up-repeated'`)
  expect(entries).toEqual([{ reason: 'The provider is back' }])
})

test('the set-up of a closed account says why it cannot be tried again, as the refusal does', async () => {
  const { accountId, pin } = await addAccount(harness.db, { email: freshEmail(), status: 'canceled' })
  await harness.db.run(sql`
    insert into set_ups (account_id, state, tries, started_at) values (${accountId}, 'dead', 9, ${harness.clock.now()})
    on conflict (account_id) do update set state = 'dead'`)
  const helper = await desk.as('helper')
  const row = async () =>
    ((await helper.get('/desk/jobs/')).values as unknown as JobsValues).setUps.find((one) => one.pin === pin)
  const why = 'The account is closed. Its set-up can start again once the account is open.'
  expect(await row()).toMatchObject({ state: 'dead', why })
  expect(await helper.send(startSetUpAgain, { number: pin, reason: 'The provider is back' })).toMatchObject({
    status: 400,
    body: { errors: why },
  })
  await harness.db.run(sql`update accounts set status = 'active' where id = ${accountId}`)
  expect(await row()).toMatchObject({ why: null })
})

test('a failed job is listed with its error and tried again once', async () => {
  const id = '0b7f4a52-5c9e-4a46-8f33-1f6f6b1c2a11'
  const { name } = await harness.db.one<{ name: string }>({
    text: `update pgboss.queue set failed_count = 1 where name = (select min(name) from pgboss.queue where name not like '\\_\\_%')
      returning name`,
    values: [],
  })
  await harness.db.run({
    text: `insert into pgboss.job (id, name, state, output, completed_on, data)
      values ($1, $2, 'failed', '{"reason":"It broke"}', now(), '{}')`,
    values: [id, name],
  })
  const [helper, money] = [await desk.as('helper'), await desk.as('money')]
  expect((await helper.get('/desk/jobs/')).values).toMatchObject({
    failed: [{ id, queue: name, error: 'It broke', canRetry: true }],
  })
  const job = { queue: name, job_id: id, reason: 'Fixed by the release' }
  expect((await helper.send(retryJob, job)).status).toBe(403)
  expect((await money.send(retryJob, { ...job, job_id: 'x' })).status).toBe(404)
  expect((await money.send(retryJob, job)).status).toBe(200)
  expect((await money.send(retryJob, job)).body).toEqual({ errors: 'This job is not failed any more.' })
  const setUp = await money.send(retryJob, { ...job, queue: 'set-up-account' })
  expect([setUp.status, setUp.body]).toEqual([
    400,
    { errors: 'Try the set-up of the account again instead.' },
  ])
  const entry = await harness.db.one(sql`select details from audit where action = 'job-retried'`)
  expect(entry).toEqual({ details: { queue: name, job: id, reason: 'Fixed by the release' } })
})

test('an email that failed for good is sent again from its account: its job alone would do nothing', async () => {
  const id = '0b7f4a52-5c9e-4a46-8f33-1f6f6b1c2a12'
  await harness.db.run(sql`update pgboss.queue set failed_count = 1 where name = 'deliver-mail'`)
  await harness.db.run({
    text: `insert into pgboss.job (id, name, state, output, completed_on, data)
      values ($1, 'deliver-mail', 'failed', '{"reason":"No such host"}', now(), '{"mailId": 1}')`,
    values: [id],
  })
  const money = await desk.as('money')
  expect((await money.get('/desk/jobs/')).values.failed).toContainEqual(
    expect.objectContaining({ id, canRetry: false }),
  )
  const retried = await money.send(retryJob, { queue: 'deliver-mail', job_id: id, reason: 'It is back' })
  expect([retried.status, retried.body]).toEqual([
    400,
    {
      errors:
        'Send the email again instead: on the page of its account or, if it has none, with “mail resend”.',
    },
  ])
})
