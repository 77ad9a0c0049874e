import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addAccount } from '../test-kit/accounts.ts'
import { freshEmail } from '../test-kit/fresh.ts'
import { operatorOf } from '../test-kit/operator.ts'
import { archiveMailsCommand, moveParts } from './commands/mails.ts'
import { runCommand, withPaths } from './run-command.ts'

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

test('moves delivered emails of past years to a file, and nothing else', async () => {
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
  for (const text of ['yesterday', '2026-11-17T05:00', '2026-02-30'])
    expect(await operator.refused('mail', 'archive', '--before', text, '--to', file)).toContain(
      `${text} is not a valid time`,
    )
})

type Written = { state?: string; at?: string }

/** Consecutive emails, starting at an hour of 2023. */
async function write(count: number, { state = 'kept', at = '2023-01-01' }: Written = {}): Promise<void> {
  await harness.db.run(sql`
    insert into mails (purpose, recipient, subject, plain, html, state, message_id, created_at)
    select 'receipt', 'years@example.com', 'Your receipt', 'x', 'x', ${state}, gen_random_uuid()::text,
      ${at}::timestamptz + n * interval '1 second'
    from generate_series(1, ${count}::integer) n`)
}
const left = async () =>
  (
    await harness.db.one<{ count: number }>(
      sql`select count(*)::int as count from mails where recipient = 'years@example.com' and created_at < '2024-01-01'`,
    )
  ).count
const entries = () =>
  harness.db.many<{ details: { moved: number } }>(
    sql`select details from audit where action = 'mails-archived' and details->>'file' = 'years.jsonl' order by id`,
  )

test('resent emails keep their old id and do not stop the archive; each part has an audit entry', async () => {
  await write(1_600)
  await harness.db.run(sql`
    update mails set created_at = '2026-06-01' where id = (
      select id from mails where recipient = 'years@example.com' order by id offset 499 limit 1)`)
  await write(2_500, { at: '2026-06-01' })
  await write(900)
  const file = path.join(folder, 'years.jsonl')
  const { text } = await operator.run('mail', 'archive', '--before', '2024-01-01', '--to', file)
  expect(text).toContain('2499 emails are now in')
  expect(text).not.toContain('There may be more')
  expect(await left()).toBe(0)
  const moved = (await entries()).map(({ details }) => details.moved)
  expect(moved.length).toBeGreaterThan(1)
  expect(moved.reduce((sum, one) => sum + one, 0)).toBe(2_499)
})

test('an email that is resent while it is being archived stays', async () => {
  await write(3)
  const sendAgain = () =>
    harness.db.run(sql`
      update mails set state = 'waiting'
      where id = (select max(id) from mails where recipient = 'years@example.com')`)
  const transaction: Database['transaction'] = async (work) => {
    await sendAgain()
    return harness.db.transaction(work)
  }
  const words = ['mail', 'archive', '--before', '2024-01-01', '--to', path.join(folder, 'again.jsonl')]
  const deps = { ...harness, db: { ...harness.db, transaction } }
  expect(await runCommand(deps, words, 'operator:tests')).toMatchObject({
    said: expect.stringMatching(/^2 emails are now in/),
  })
  expect(await left()).toBe(1)
})

test('a run that is too long says where the next one continues, and the next does', async () => {
  await write(2_100, { state: 'failed' })
  await write(10)
  const file = await open(path.join(folder, 'long.jsonl'), 'a')
  const archiving = { file, name: 'long.jsonl', before: new Date('2024-01-01'), after: 0 }
  const by = { actor: 'operator:tests', now: harness.clock.now() }
  const { moved, next } = await moveParts(harness.db, { ...archiving, ...by }, 1)
  await file.close()
  expect([moved, next]).toEqual([0, expect.any(Number)])
  const { text } = await operator.run(
    ...['mail', 'archive', '--before', '2024-01-01', '--to', path.join(folder, 'long.jsonl')],
    ...['--after', String(next)],
  )
  expect(text).toContain('10 emails are now in')
  expect(
    await operator.refused('mail', 'archive', '--before', '2024-01-01', '--to', 'x', '--after', 'y'),
  ).toBe('--after must be an id.')
})

test('a file path in a flag is relative to the folder of the command', () => {
  const here = (file: string) => path.resolve(file)
  const words = ['mail', 'archive', '--to', 'mails.jsonl', '--before', '2024-01-01']
  expect(withPaths(archiveMailsCommand, words)).toEqual([
    ...words.slice(0, 3),
    here('mails.jsonl'),
    ...words.slice(4),
  ])
  expect(withPaths(archiveMailsCommand, ['mail', 'archive', '--to=a/b.jsonl', '--to', ''])).toEqual([
    'mail',
    'archive',
    `--to=${here('a/b.jsonl')}`,
    '--to',
    '',
  ])
})
