import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addAccount } from '../test-kit/accounts.ts'
import { freshEmail } from '../test-kit/fresh.ts'
import { operatorOf } from '../test-kit/operator.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>
let folder: string
beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
  folder = await mkdtemp(path.join(tmpdir(), 'front-desk-archive-'))
})
afterAll(async () => {
  await harness.close()
  await rm(folder, { recursive: true })
})

test('delivered emails of past years are moved to a file, and nothing else is', async () => {
  const email = freshEmail()
  const { accountId } = await addAccount(harness.db, { email })
  await harness.db.run(sql`
    insert into mails (purpose, account_id, recipient, subject, plain, html, state, message_id, created_at)
    select 'receipt', ${accountId}::bigint, ${email}, 'Your receipt ' || n, 'https://secret', 'https://secret',
      case when n = 7 then 'waiting' when n = 8 then 'failed' else 'kept' end, 'archive-' || n,
      '2024-01-01'::timestamptz + n * interval '1 hour'
    from generate_series(1, 1300) n`)
  const file = path.join(folder, 'mails.jsonl')
  const archive = () => operator.run('mail', 'archive', '--before', '2024-02-20', '--to', file)
  expect((await archive()).text).toContain('1197 emails are now in')
  expect(await operator.lastAuditEntry()).toBe('mails-archived')
  const lines = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(1197)
  expect(lines[0]).toMatchObject({ recipient: email, accountId, subject: 'Your receipt 1', state: 'kept' })
  expect(await readFile(file, 'utf8')).not.toContain('secret')
  expect(await harness.db.one(sql`select count(*) from mails where recipient = ${email}`)).toEqual({
    count: 103,
  })
  expect((await archive()).text).toContain('0 emails are now in')
  expect(await operator.refused('mail', 'archive', '--before', '2024-02-20')).toContain('Say which emails')
  expect(await operator.refused('mail', 'archive', '--before', '2024-02-20', '--to', folder)).toContain(
    'cannot be written',
  )
})
