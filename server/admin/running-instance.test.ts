import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveFeedback } from '#contract/features/feedback/calls.ts'
import { signUpContext } from '#contract/features/sign-up/calls.ts'
import { webinarStatus } from '#contract/features/webinars/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { send } from '#server/test-kit/send.ts'
import { commands } from './commands.ts'
import { askAdminSocket, openAdminSocket } from './local-socket.ts'
import { help, printed } from './print.ts'
import { runCommand } from './run-command.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>

beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

const loginPage = async () => (await harness.app.inject('/login/')).body
const CALLBACK = 'https://partner.example/callback'

test('the login message and the system status are what everyone reads', async () => {
  await operator.run('settings', 'set', 'login-message', 'Closed', 'on Thanksgiving.')
  await operator.run('settings', 'set', 'system-status', 'Degraded')
  expect(await operator.lastAuditEntry()).toBe('setting-changed')
  expect((await operator.run('settings', 'show')).rows('settings')).toEqual([
    { name: 'login-message', text: 'Closed on Thanksgiving.' },
    { name: 'system-status', text: 'Degraded' },
  ])
  const page = await loginPage()
  expect([page.includes('Closed on Thanksgiving.'), page.includes('Degraded')]).toEqual([true, true])
  await operator.run('settings', 'reset', 'system-status')
  expect((await loginPage()).includes('Degraded')).toBe(false)
  expect(await operator.refused('settings', 'set', 'colour', 'red')).toBe(
    'Choose one: login-message or system-status.',
  )
  expect(await operator.refused('settings', 'set', 'login-message')).toContain('1 to 300 characters')
  expect(await operator.refused('settings', 'set', 'login-message', 'x'.repeat(301))).toContain(
    '1 to 300 characters',
  )
})

test('a price list holds from its day on, whole, and never for the past', async () => {
  const priceOf = async () =>
    ((await send(harness, signUpContext, {})).body.prices as Record<string, number>).SINGLE_LINE_POWER_DIALER
  const day = new Date(harness.clock.now().getTime() + 10 * DAY).toISOString().slice(0, 10)
  await operator.run('prices', 'set', 'single=95.50', 'FSBO_ONE_MONTH_PRICE=30', '--from', day)
  expect(await operator.lastAuditEntry()).toBe('prices-set')
  expect(await priceOf()).toBe(89)
  const shown = await operator.run('prices', 'show', '--at', day)
  expect(shown.rows('prices')).toContainEqual({ item: 'single', monthCents: 9550 })
  expect(shown.rows('prices')).toContainEqual({ item: 'triple', monthCents: 13900 })
  expect((await operator.run('prices', 'show')).rows('coming')).toMatchObject([{ validFrom: new Date(day) }])
  harness.clock.advance(11 * DAY)
  expect(await priceOf()).toBe(95.5)
  await operator.run('prices', 'set', 'single=89', '--from', 'now')
  expect(await priceOf()).toBe(89)

  for (const [argv, words] of [
    [['single=95'], 'Enter when it takes effect'],
    [['single=95', '--from', '2020-01-01'], 'is in the past'],
    [['single=95', '--from', 'soon'], 'is not a valid time'],
    [['single=-1', '--from', 'now'], 'enter dollars from 0'],
    [['single=1e3', '--from', 'now'], 'enter dollars from 0'],
    [['gold=95', '--from', 'now'], 'There is no item gold'],
    [['--from', 'now'], 'Enter prices'],
  ] as const)
    expect(await operator.refused('prices', 'set', ...argv)).toContain(words)
})

test('partners are added, listed, rotated, shut out and let in; a secret is told once', async () => {
  const added = await operator.run(
    'partner',
    'add',
    'Lead',
    'Mailer',
    '--redirect-uri',
    CALLBACK,
    '--scope',
    'profile leads',
  )
  expect(added.text).toMatch(/The partner lead-mailer is registered\. Its secret, .*: [\w-]{43}/)
  expect(await operator.lastAuditEntry()).toBe('partner-added')
  expect((await operator.run('partner', 'list')).rows('partners')).toContainEqual(
    expect.objectContaining({ id: 'lead-mailer', redirectUris: [CALLBACK], secrets: 1 }),
  )
  expect((await operator.run('partner', 'rotate', 'lead-mailer', '--old-lasts', '1')).text).toMatch(
    /The old one stops working at/,
  )
  expect(await operator.lastAuditEntry()).toBe('partner-secret-rotated')
  expect((await operator.run('partner', 'disable', 'lead-mailer')).text).toContain(
    'is disabled. 0 connections ended',
  )
  expect(await operator.lastAuditEntry()).toBe('partner-disabled')
  await operator.run('partner', 'enable', 'lead-mailer')
  await operator.run('partner', 'redirect-uris', 'lead-mailer', `${CALLBACK}/2`)
  expect(await operator.lastAuditEntry()).toBe('partner-redirect-uris-changed')
  expect((await operator.run('partner', 'pkce', 'lead-mailer', 'on')).text).toContain(
    'PKCE is now required for',
  )
  expect(await operator.lastAuditEntry()).toBe('partner-pkce-changed')
  expect((await operator.run('partner', 'list')).rows('partners')).toContainEqual(
    expect.objectContaining({ id: 'lead-mailer', requiresPkce: true }),
  )
  expect((await operator.run('partner', 'pkce', 'lead-mailer', 'off')).text).toContain(
    'PKCE is now optional for',
  )
  expect(await operator.refused('partner', 'pkce', 'lead-mailer')).toContain('Enter on or off')
  expect(
    (await operator.run('partner', 'add', 'Phone app', '--redirect-uri', CALLBACK, '--public')).text,
  ).toContain('It is public and has no secret.')

  expect(await operator.refused('partner', 'add', 'Lead Mailer', '--redirect-uri', CALLBACK)).toContain(
    'already',
  )
  expect(await operator.refused('partner', 'add', 'No Address')).toContain('at least one redirect URI')
  expect(await operator.refused('partner', 'rotate', 'nobody')).toBe('There is no partner nobody.')
  expect(await operator.refused('partner', 'rotate', 'phone-app')).toContain('is public and has no secret')
  expect(await operator.refused('partner', 'pkce', 'phone-app', 'off')).toContain('always required')
  expect(await operator.refused('partner', 'pkce', 'nobody', 'on')).toBe('There is no partner nobody.')
  expect(await operator.refused('partner', 'rotate', 'lead-mailer', '--old-lasts', 'a while')).toContain(
    'whole number of hours',
  )
  expect(await operator.refused('partner', 'disable', 'nobody')).toBe('There is no partner nobody.')
  expect(await operator.refused('partner', 'enable', 'nobody')).toBe('There is no partner nobody.')
  expect(await operator.refused('partner', 'redirect-uris', 'lead-mailer', 'ftp://x.example/')).toContain(
    'https:',
  )
})

test('a training can be shown otherwise than by the clock', async () => {
  const isActive = async () =>
    (await send(harness, webinarStatus, {})).body.webinars as Record<string, { is_active: boolean }>
  await operator.run('webinar', 'set', 'morning', 'active', '--until', '2026-11-30T00:00:00Z')
  expect(await operator.lastAuditEntry()).toBe('webinar-overridden')
  expect(await isActive()).toMatchObject({ morning: { is_active: true } })
  expect((await operator.run('webinar', 'list')).rows('overrides')).toMatchObject([
    { slot: 'morning', shown: 'active' },
  ])
  await operator.run('webinar', 'clear', 'morning')
  expect(await isActive()).toMatchObject({ morning: { is_active: false } })
  expect(await operator.refused('webinar', 'clear', 'morning')).toContain('has no override')
  expect(await operator.refused('webinar', 'set', 'noon', 'active')).toContain('morning or afternoon')
  expect(await operator.refused('webinar', 'set', 'morning', 'perhaps')).toContain('active or offline')
  expect(await operator.refused('webinar', 'set', 'morning', 'active', '--until', 'tomorrow')).toContain(
    'is not a valid time',
  )
  expect(await operator.refused('webinar', 'set', 'morning', 'active', '--until', '2020-01-01')).toContain(
    'in the past',
  )
})

test('unfinished sign-ups, feedback and the audit are listed', async () => {
  await harness.db.run(sql`
    insert into unfinished_sign_ups (email, visitor_hash, form, password_hash, first_answer_hash, second_answer_hash,
      created_at, changed_at)
    values ('robin@example.com', '\\x00', ${JSON.stringify({ full_name: 'Robin Hale', company: 'Hale', mobile_phone: '3125550148' })},
      'a hash of a password', 'a', 'b', now(), now())`)
  expect((await operator.run('sign-up', 'unfinished')).rows('unfinished')).toMatchObject([
    { email: 'robin@example.com', name: 'Robin Hale', company: 'Hale' },
  ])
  const { pin } = await addAccount(harness.db, { email: freshEmail(), company: 'Gone Realty' })
  await send(harness, giveFeedback, { pin, reason: 'It costs too much', missing: 'A smaller plan' })
  expect((await operator.run('feedback', 'list')).rows('feedback')).toMatchObject([
    { pin, company: 'Gone Realty', reason: 'It costs too much', missing: 'A smaller plan' },
  ])
  await operator.run('fraud', 'mark', pin, '--reason', 'a test')
  expect((await operator.run('audit', 'list', pin)).rows('audit')).toMatchObject([
    { actor: 'operator:tests', action: 'fraud-marked', pin },
  ])
  expect((await operator.run('audit', 'list')).rows('audit').length).toBeGreaterThan(1)
})

test('what is no command, or no flag of it, is told with the way to the help', async () => {
  expect(await operator.refused('acount', 'show')).toBe(
    'Unknown command. To list all commands, run "npm run admin -- help".',
  )
  expect(await operator.refused('fraud')).toContain('Did you mean: fraud mark, fraud undo?')
  expect(await operator.refused('fraud', 'mark', '1', '--because', 'x')).toContain(
    'Usage: npm run admin -- fraud mark NUMBER|EMAIL [--reason TEXT]',
  )
  for (const { name } of commands) expect(help([])).toContain(name)
  expect(help(['prices', 'set'])).toContain('--from MOMENT')
  expect(help(['fraud'])).toMatch(/fraud mark .+\n.*fraud undo /)
  expect(help(['fraud'])).not.toContain('prices set')
})

test('a table cannot be rewritten by what a stranger typed', async () => {
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

test('the admin socket answers only those who can read the data folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'front-desk-socket-'))
  const asked = { argv: ['settings', 'show'], actor: 'operator:tests' }
  expect(await askAdminSocket(folder, asked)).toBeUndefined()
  const socket = await openAdminSocket(folder, ({ argv, actor }) => runCommand(harness, argv, actor))
  const file = path.join(folder, 'admin.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await askAdminSocket(folder, asked)).toMatchObject({ sections: [{ name: 'settings' }] })
  expect(await askAdminSocket(folder, { ...asked, argv: ['no', 'such'] })).toMatchObject({
    refused: 'not-found',
  })

  const { port, token } = JSON.parse(await readFile(file, 'utf8'))
  const status = async (headers: Record<string, string>, method = 'POST') =>
    (
      await fetch(`http://127.0.0.1:${port}/`, {
        method,
        headers,
        ...(method === 'POST' ? { body: JSON.stringify(asked) } : {}),
      })
    ).status
  const authorization = `Bearer ${token}`
  expect(await status({})).toBe(401)
  expect(await status({ authorization: 'Bearer guess' })).toBe(401)
  expect(await status({ authorization, origin: 'http://localhost:3000' })).toBe(403)
  expect(await status({ authorization }, 'GET')).toBe(405)
  await socket.close()
  expect(await askAdminSocket(folder, asked)).toBeUndefined()
  await rm(folder, { recursive: true })
})

test('a server that ends before it answers is not told as one that was never asked', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'admin-socket-'))
  const server = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await writeFile(path.join(folder, 'admin.json'), JSON.stringify({ port, token: 'x' }))
  const asked = { argv: ['account', 'numbers'], actor: 'operator:test' }
  await expect(askAdminSocket(folder, asked)).rejects.toThrow('The command may have been carried out')
  server.close()
  await once(server, 'close')
  expect(await askAdminSocket(folder, asked)).toBeUndefined()
  await rm(folder, { recursive: true })
})
