import { afterAll, beforeAll, expect, test } from 'vitest'
import { resendMail } from '#contract/desk/mails.ts'
import { type Queue, setMailAside } from '#contract/desk/today.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, later } from '#server/ports/clock.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
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

async function listed(operator: TestOperator): Promise<(number | null)[]> {
  const { values } = await operator.get('/desk/')
  const { rows } = (values.queues as Queue[]).find(({ name }) => name === 'mails') as Queue
  return rows.map(({ action }) => (action.kind === 'failed-mail' ? action.mail : null))
}

async function failedMail(): Promise<{ id: number; accountId: number; email: string }> {
  const { db, clock } = harness
  const email = freshEmail()
  const { accountId } = await addAccount(db, { email })
  const content = { subject: 'Welcome', greeting: 'Hello', paragraphs: ['Welcome.'], closing: [] }
  const at = later(clock.now(), -HOUR)
  const { id } = await db.one<{ id: number }>(sql`
    insert into mails (purpose, account_id, recipient, subject, plain, html, content, state, last_error, message_id, created_at,
      settled_at)
    values ('welcome', ${accountId}, ${email}, 'Welcome', 'Welcome.', '<p>Welcome.</p>', ${JSON.stringify(content)}, 'failed',
      '550 no such user', ${email}, ${at}, ${at})
    returning id`)
  return { id, accountId, email }
}

const reason = 'They called'
const key = () => `key-${crypto.randomUUID()}`

test('a failed email that was sent to somebody else no longer waits', async () => {
  const helper = await desk.as('helper')
  const { id, accountId } = await failedMail()
  const to = freshEmail()
  await addAgent(harness.db, accountId, { email: to, role: 'user' })
  expect(await listed(helper)).toEqual([id])
  expect((await helper.send(resendMail, { mail_id: id, to, reason, key: key() })).status).toBe(200)
  expect(await listed(helper)).toEqual([])
})

test('a failed email is set aside once by permitted roles, and waits again if it fails again', async () => {
  const [reader, helper] = [await desk.as('reader'), await desk.as('helper')]
  const { id, accountId, email } = await failedMail()
  expect((await reader.send(setMailAside, { mail_id: id, reason })).status).toBe(403)
  expect((await helper.send(setMailAside, { mail_id: id, reason })).body).toEqual({
    data: { said: `The email to ${email} is set aside.` },
  })
  expect((await helper.send(setMailAside, { mail_id: id, reason })).body).toEqual({
    errors: 'This email does not wait here any more.',
  })
  expect(await listed(helper)).toEqual([])
  const entries = await harness.db.many(
    sql`select actor, details from audit where action = 'mail-set-aside' and account_id = ${accountId}`,
  )
  expect(entries).toEqual([{ actor: `operator:${helper.email}`, details: { mail: id, reason } }])
  expect((await helper.send(resendMail, { mail_id: id, to: '', reason, key: key() })).status).toBe(200)
  await harness.db.run(
    sql`update mails set state = 'failed', settled_at = ${harness.clock.now()} where id = ${id}`,
  )
  expect(await listed(helper)).toEqual([id])
})
