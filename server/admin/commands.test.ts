import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { commands } from './commands.ts'
import { help, printed } from './print.ts'
import { runCommand } from './run-command.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>

beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

const CALLBACK = 'https://partner.example/callback'

test('everyone reads the login message and the system status', async () => {
  await operator.run('settings', 'set', 'login-message', 'Closed', 'on Thanksgiving.')
  await operator.run('settings', 'set', 'system-status', 'Degraded')
  expect(await operator.lastAuditEntry()).toBe('setting-changed')
  expect((await operator.run('settings', 'get')).rows('settings')).toEqual([
    { name: 'login-message', text: 'Closed on Thanksgiving.' },
    { name: 'system-status', text: 'Degraded' },
  ])
  const page = (await harness.app.inject('/login/')).body
  expect([page.includes('Closed on Thanksgiving.'), page.includes('Degraded')]).toEqual([true, true])
  expect(await operator.refused('settings', 'set', 'colour', 'red')).toBe(
    'Choose one: login-message or system-status.',
  )
  for (const text of ['', 'x'.repeat(301)])
    expect(await operator.refused('settings', 'set', 'login-message', text)).toContain('1 to 300 characters')
})

test('adding a partner shows its secret once', async () => {
  const words = ['--redirect-uri', CALLBACK, '--scope', 'profile leads']
  const added = await operator.run('partner', 'add', 'Lead', 'Mailer', ...words)
  expect(added.text).toMatch(/The partner lead-mailer is registered\. Its secret, .*: [\w-]{43}/)
  expect(await operator.lastAuditEntry()).toBe('partner-added')
  const app = await operator.run('partner', 'add', 'Phone app', '--redirect-uri', CALLBACK, '--public')
  expect(app.text).toContain('It is public and has no secret.')
  expect(await operator.refused('partner', 'add', 'Lead Mailer', ...words)).toContain('already')
})

test('lists the audit log for one or all accounts, and says if there is more', async () => {
  const { pin, accountId } = await addAccount(harness.db, { email: freshEmail() })
  const add = (count: number) =>
    harness.db.run(sql`
      insert into audit (at, actor, action, account_id)
      select now(), 'system', 'setting-changed', ${accountId}::bigint from generate_series(1, ${count}::integer)`)
  await add(1)
  const one = await operator.run('audit', 'list', pin)
  expect(one.rows('audit')).toMatchObject([{ actor: 'system', action: 'setting-changed', pin }])
  expect(one.text).not.toContain('There may be more')
  await add(100)
  for (const words of [[], [pin]]) {
    const { text, rows } = await operator.run('audit', 'list', ...words)
    expect(text).toMatch(/^There may be more: these are the 100 newest\./)
    expect(rows('audit')).toHaveLength(100)
  }
})

test('repeats an unknown command with the nearest ones, and answers an unknown flag with the usage', async () => {
  const all = 'To list all commands, run "npm run admin -- help".'
  expect(await operator.refused('bill', 'refund')).toBe(`There is no command "bill". ${all}`)
  for (const [typed, meant] of [
    ['acount show', 'account show'],
    ['account shw', 'account show'],
    ['sesions ends', 'sessions end'],
    ['setting x', 'settings get, settings set'],
  ] as const)
    expect(await operator.refused(...typed.split(' ')), typed).toContain(`Did you mean: ${meant}? ${all}`)
  expect(await operator.refused('settings')).toContain(
    'There is no command "settings". Did you mean: settings get, settings set?',
  )
  expect(await operator.refused('settings', 'put', 'x')).toContain(
    'There is no command "settings put". Did you mean: settings get, settings set?',
  )
  expect(await operator.refused('sessions', 'end', '1', '--because', 'x')).toContain(
    'Usage: npm run admin -- sessions end EMAIL|NUMBER [--account NUMBER]',
  )
  for (const { name } of commands) expect(help([])).toContain(name)
  expect(help([])).toContain('Everything else is done at the desk.')
  expect(help(['mail', 'archive'])).toContain('--before MOMENT')
  expect(help(['mail'])).toMatch(/mail returned .+\n.*mail archive /)
  expect(help(['mail'])).not.toContain('settings set')
})

test('text typed by strangers cannot rewrite a table', async () => {
  const { pin } = await addAccount(harness.db, { email: freshEmail(), company: 'Red\u001b[31m\r\nRealty' })
  const report = await runCommand(harness, ['account', 'find', pin], 'operator:tests')
  if (isRefused(report)) throw new Error('refused')
  const text = printed(report)
  expect([text.includes('Realty'), text.includes('\u001b'), text.includes('\r')]).toEqual([
    true,
    false,
    false,
  ])
})
