import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contract/features/sign-in.ts'
import { saveUnfinishedSignUp } from '#contract/features/sign-up/calls.ts'
import { storeFormerEmail } from '#server/identity/agents.ts'
import { makeLink } from '#server/identity/links.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { once } from '#server/platform/idempotency.ts'
import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  addTestPartner,
  connect,
  letIn,
  type Partner,
  refresh,
  refusedAs,
} from '#server/test-kit/partners.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { tidy } from './tidy.ts'

let harness: Harness
let partner: Partner
beforeAll(async () => {
  harness = await openHarness()
  partner = await addTestPartner(harness)
})
afterAll(() => harness.close())

const isThere = async (row: Sql) => {
  await tidy(harness)
  return (await harness.db.maybe(row)) !== undefined
}

/** The row is kept until the last millisecond of this period and deleted after it. */
async function expectForgottenAfter(milliseconds: number, row: Sql) {
  harness.clock.advance(milliseconds - 1)
  expect(await isThere(row)).toBe(true)
  harness.clock.advance(1)
  expect(await isThere(row)).toBe(false)
}

test("ends what a killed process left of a disabled partner's connections", async () => {
  const gone = await addTestPartner(harness)
  await connect(harness, gone)
  await harness.db.run(
    sql`update clients set disabled_at = ${harness.clock.now()} where id = ${gone.client_id}`,
  )
  expect(
    await isThere(sql`select 1 from grants where client_id = ${gone.client_id} and revoked_at is null`),
  ).toBe(false)
})

test('keeps a session for ninety days after its end: idle, expired or ended by hand', async () => {
  const someone = async () => {
    const email = freshEmail()
    const { agentId } = await addAccount(harness.db, { email })
    await signedInAs(harness, { email })
    return { agentId, row: sql`select 1 from sessions where agent_id = ${agentId}` }
  }
  await expectForgottenAfter(92 * DAY, (await someone()).row)
  const busy = await someone()
  await harness.db.run(sql`
    update sessions set last_seen_at = created_at + interval '1 year' where agent_id = ${busy.agentId}`)
  await expectForgottenAfter(104 * DAY, busy.row)
  const left = await someone()
  await harness.db.run(sql`update sessions set ended_at = created_at where agent_id = ${left.agentId}`)
  await expectForgottenAfter(90 * DAY, left.row)
})

test('keeps a link for thirty days after it has ended, used or not', async () => {
  const { agentId } = await addAccount(harness.db, { email: freshEmail() })
  await makeLink(harness.db, { purpose: 'password-reset', agentId, lastsMs: HOUR }, harness.clock.now())
  await expectForgottenAfter(30 * DAY + HOUR, sql`select 1 from links where agent_id = ${agentId}`)
})

test('deletes an email that a person gave up after thirty days', async () => {
  const { agentId } = await addAccount(harness.db, { email: freshEmail() })
  await storeFormerEmail(harness.db, agentId, harness.clock.now())
  await expectForgottenAfter(30 * DAY, sql`select 1 from former_emails where agent_id = ${agentId}`)
})

test('deletes the text of an email that was never delivered ninety days after its last try', async () => {
  const { db, clock } = harness
  await db.run(sql`
    insert into mails (purpose, recipient, subject, plain, html, state, message_id, created_at, settled_at)
    values ('password-reset', 'gone@example.com', 'Your link', 'A link', '<p>A link', 'failed', 'failed-once',
      ${clock.now()}, ${clock.now()})`)
  const row = sql`select 1 from mails where message_id = 'failed-once' and (plain is not null or html is not null)`
  await expectForgottenAfter(90 * DAY, row)
  expect(await isThere(sql`select 1 from mails where message_id = 'failed-once'`)).toBe(true)
})

test('deletes tries with their window, but keeps those of an open one', async () => {
  const [email, address] = [freshEmail(), freshIp()]
  await addAccount(harness.db, { email })
  const guess = () => send(harness, signIn, { email, password: 'wrong password' }, { address })
  for (let tries = 0; tries < 20; tries += 1) await guess()
  await tidy(harness)
  expect(await guess()).toMatchObject({ status: 429 })
  harness.clock.advance(DAY)
  expect(await isThere(sql`select 1 from limits`)).toBe(false)
  expect(await guess()).toMatchObject({ status: 401 })
})

test('deletes partner codes and tokens a day after their end, refresh tokens when they expire', async () => {
  const email = freshEmail()
  const { agentId } = await addAccount(harness.db, { email })
  const row = (kind: string) => sql`
    select 1 from tokens t join grants g on g.id = t.grant_id where g.agent_id = ${agentId} and t.kind = ${kind}`
  await letIn(harness, partner, { email })
  await expectForgottenAfter(DAY + MINUTE, sql`select 1 from authorization_codes where agent_id = ${agentId}`)
  await connect(harness, partner, { email })
  await expectForgottenAfter(DAY + HOUR, row('access'))
  await expectForgottenAfter(90 * DAY - HOUR, row('refresh'))
})

test('keeps a replaced refresh token until its end: reused weeks later, it ends the connection', async () => {
  const first = await connect(harness, partner)
  const { body: stolen } = await refresh(harness, partner, first.refresh_token)
  harness.clock.advance(89 * DAY)
  await tidy(harness)
  expect(await refresh(harness, partner, first.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  expect(await refresh(harness, partner, stolen.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
})

test('keeps a code of the email-video partner for thirty days', async () => {
  const code = Buffer.from(freshEmail())
  await harness.db.run(
    sql`insert into partner_codes (code_hash, first_seen_at) values (${code}, ${harness.clock.now()})`,
  )
  await expectForgottenAfter(30 * DAY, sql`select 1 from partner_codes where code_hash = ${code}`)
})

test('deletes the key of a form after a day and keeps that of a month', async () => {
  const { db, clock } = harness
  const key = freshEmail()
  for (const scope of ['desk-form', 'month'] as const)
    await db.transaction((tx) =>
      once(tx, { scope, key, by: 'operator:kim', body: {} }, clock.now(), async () => 'Done.'),
    )
  const row = (scope: string) => sql`select 1 from idempotency where scope = ${scope} and key = ${key}`
  await expectForgottenAfter(DAY, row('desk-form'))
  expect(await isThere(row('month'))).toBe(true)
})

test('deletes an unfinished sign-up ninety days after its last change', async () => {
  const form = goodSignUp()
  const save = () => send(harness, saveUnfinishedSignUp, form, { address: freshIp() })
  const row = sql`select 1 from unfinished_sign_ups where email = ${form.email}`
  await save()
  harness.clock.advance(89 * DAY)
  await save()
  await expectForgottenAfter(90 * DAY, row)
})

test('skips locked rows until the next time, without waiting', async () => {
  const { agentId } = await addAccount(harness.db, { email: freshEmail() })
  const make = () => makeLink(harness.db, { purpose: 'pay', agentId, lastsMs: HOUR }, harness.clock.now())
  await make()
  await make()
  harness.clock.advance(31 * DAY)
  const links = sql`select 1 from links where agent_id = ${agentId}`
  const holds = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const busy = harness.db.transaction(async (tx) => {
    await tx.run(sql`
      select 1 from links where agent_id = ${agentId} order by token_hash limit 1 for update`)
    holds.resolve()
    await mayEnd.promise
  })
  await holds.promise
  // The embedded database has one connection, so the other transaction must end before the next begins.
  const isAlone = harness.db.kind === 'embedded'
  if (isAlone) mayEnd.resolve()
  await tidy(harness)
  expect(await harness.db.many(links)).toHaveLength(isAlone ? 0 : 1)
  mayEnd.resolve()
  await busy
  await tidy(harness)
  expect(await harness.db.many(links)).toEqual([])
})

test('deletes thousands of rows in one run, and keeps the others among them', async () => {
  const { agentId } = await addAccount(harness.db, { email: freshEmail() })
  const now = harness.clock.now()
  await harness.db.run(sql`
    insert into limits (key, points, window_ends_at)
    select 'many:' || n, 1, ${now}::timestamptz - n * interval '1 microsecond' from generate_series(1, 1201) n`)
  await harness.db.run(sql`
    insert into sessions (token_hash, agent_id, reach, address, user_agent, created_at, last_seen_at, expires_at, ended_at)
    select decode(md5('many' || n), 'hex'), ${agentId}::bigint, 'account', '192.0.2.1', '', began, ${now}, ${now},
      case when n % 3 > 0 then began end
    from generate_series(1, 1201) n,
      lateral (select ${now}::timestamptz - interval '100 days' + n / 700 * interval '1 microsecond' as began) at`)
  await tidy(harness)
  expect(await isThere(sql`select 1 from limits where key like 'many:%'`)).toBe(false)
  const kept = await harness.db.one(
    sql`select count(*), max(ended_at) as ended from sessions where agent_id = ${agentId}`,
  )
  expect(kept).toEqual({ count: 400, ended: null })
})
