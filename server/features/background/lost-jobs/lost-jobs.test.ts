// On PostgreSQL: several workers claim jobs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { setFailedJobsAside } from '#server/platform/jobs/queues.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { postNotice } from '#server/test-kit/notices.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { requeueLost } from './requeue-lost.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Its receipt waits to be sent, and its account to be provisioned. */
async function signUp() {
  const form = goodSignUp()
  await send(harness, submitSignUp, form, { address: freshIp() })
  return harness.db.one<{ accountId: number; mailId: number }>(sql`
    select account_id as "accountId", id as "mailId" from mails where recipient = ${form.email}`)
}

const jobsOf = ({ accountId, mailId }: { accountId: number; mailId: number }) =>
  harness.db.many<{ name: string; state: string }>(sql`
    select name, state::text from pgboss.job
    where (data ->> 'accountId')::bigint = ${accountId} and name = 'set-up-account'
      or (data ->> 'mailId')::bigint = ${mailId}
    order by name, created_on`)
/** As pg-boss leaves a job whose process was killed at its last try. */
const fail = (name: string) =>
  harness.db.run(sql`update pgboss.job set state = 'failed' where name = ${name} and state < 'completed'`)

test('a mail or provisioning killed at its last try gets one new job; closed accounts do not', async () => {
  const lost = await signUp()
  await fail('deliver-mail')
  await fail('set-up-account')
  const alive = await signUp()
  const closed = await signUp()
  await harness.db.run(sql`update accounts set status = 'canceled' where id = ${closed.accountId}`)
  await harness.db.run(sql`
    delete from pgboss.job where (data ->> 'accountId')::bigint = ${closed.accountId} and name = 'set-up-account'`)
  await requeueLost(harness)
  expect((await jobsOf(lost)).map(({ state }) => state)).toEqual(['failed', 'failed'])
  harness.clock.advance(2 * HOUR)
  await Promise.all([requeueLost(harness), requeueLost(harness)])
  await requeueLost(harness)
  expect(await jobsOf(lost)).toEqual([
    { name: 'deliver-mail', state: 'failed' },
    { name: 'deliver-mail', state: 'created' },
    { name: 'set-up-account', state: 'failed' },
    { name: 'set-up-account', state: 'created' },
  ])
  expect(await jobsOf(alive)).toHaveLength(2)
  expect(await jobsOf(closed)).toEqual([{ name: 'deliver-mail', state: 'created' }])
})

test('a report about cards that was never read gets a new job once its failed one has been deleted', async () => {
  const notice = { kind: 'card-report', link: 'sandbox:card-report/900', on: '2026-11-15' }
  expect((await postNotice(harness, notice)).statusCode).toBe(200)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from card_reports where reported_on = ${notice.on}`,
  )
  const ofReport = sql`
    select state::text from pgboss.job where name = 'read-card-report' and (data ->> 'reportId')::bigint = ${id}`
  await fail('read-card-report')
  harness.clock.advance(2 * HOUR)
  await requeueLost(harness)
  expect(await harness.db.many(ofReport)).toEqual([{ state: 'failed' }])
  await harness.db.run(sql`delete from pgboss.job where name = 'read-card-report'`)
  await Promise.all([requeueLost(harness), requeueLost(harness)])
  expect(await harness.db.many(ofReport)).toEqual([{ state: 'created' }])
  await fail('read-card-report')
  await harness.db.transaction((tx) => setFailedJobsAside(tx, { queue: 'read-card-report', id: undefined }))
  await requeueLost(harness)
  expect(await harness.db.many(ofReport), 'not what was set aside').toEqual([{ state: 'cancelled' }])
  await harness.db.run(sql`delete from pgboss.job where name = 'read-card-report'`)
  harness.clock.advance(30 * DAY)
  await requeueLost(harness)
  expect(await harness.db.many(ofReport)).toEqual([])
})

test('the jobs are read once for all waiting mails, not per batch', async () => {
  const { db } = harness
  await db.run(sql`
    insert into mails (purpose, recipient, subject, plain, html, message_id, created_at)
    select 'receipt', 'waiting@example.com', 'Waiting', '', '', 'waiting-' || n, ${harness.clock.now()}::timestamptz
    from generate_series(1, 2500) n`)
  await db.run(sql`
    insert into pgboss.job (name, data)
    select 'deliver-mail', jsonb_build_object('mailId', id) from mails where recipient = 'waiting@example.com'`)
  harness.clock.advance(2 * HOUR)
  const request: string[] = []
  const watched = (tx: Db): Db => ({
    ...tx,
    many: (statement) => {
      request.push(statement.text)
      return tx.many(statement)
    },
  })
  await requeueLost({
    ...harness,
    db: { ...db, ...watched(db), transaction: (work) => db.transaction((tx) => work(watched(tx))) },
  })
  const aboutMails = (text: string) => text.includes('from mails')
  expect(request.filter(aboutMails).length).toBeGreaterThan(2)
  // Once for the mails, once for the set-ups.
  expect(request.filter((text) => text.includes('from pgboss.job'))).toHaveLength(2)
})
