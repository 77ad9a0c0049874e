import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addSentMail, dsn } from '#server/test-kit/returned-mails.ts'
import { runCommand } from './run-command.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('accepts a bounced message from the pipe of a mail server', async () => {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(harness.db, { email })
  const { messageId } = await addSentMail(harness, email, accountId)
  const pipe = (input: string) => runCommand(harness, ['mail', 'returned', '-'], 'operator:mail', input)
  expect(await pipe(dsn({ messageId }))).toEqual({ said: 'Noted.' })
  expect(await pipe(dsn({ messageId: 'unknown@x' }))).toMatchObject({
    said: expect.stringContaining('of ours'),
  })
  expect(await pipe('Hello')).toMatchObject({ said: expect.stringContaining('does not say') })
  expect(await pipe(' ')).toMatchObject({ refused: 'invalid-fields' })
  const { is } = await harness.db.one<{ is: boolean }>(
    sql`select mail_bounced_at is not null as is from agents where id = ${agentId}`,
  )
  expect(is).toBe(true)
})
