import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBreached } from '#contract/features/breached-passwords.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>
let folder: string
beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
  folder = mkdtempSync(path.join(tmpdir(), 'breached-'))
})
afterAll(async () => {
  await harness.close()
  rmSync(folder, { recursive: true })
})

const sha1 = (password: string) => createHash('sha1').update(password).digest('hex')

function fileOf(text: string): string {
  const file = path.join(folder, `${Math.random()}.txt`)
  writeFileSync(file, text)
  return file
}

async function ask(prefix: string, address = freshIp()) {
  return send(harness, findBreached, {}, { parts: { prefix }, address })
}

async function isListed(password: string): Promise<boolean> {
  const hash = sha1(password)
  const { body } = await ask(hash.slice(0, 5))
  const { suffixes } = body.data as { suffixes: string }
  return [...suffixes.matchAll(/.{8}/g)].some(([one]) => one === hash.slice(5, 13))
}

test('before a list is loaded, every answer is empty', async () => {
  expect((await ask('00000')).body).toEqual({ data: { suffixes: '' } })
  expect(await operator.refused('passwords', 'remove')).toBe('No list of breached passwords is loaded.')
})

test('a list in any order or format is found by prefix and replaces the former one', async () => {
  const first = ['hunter22', 'correct horse', 'letmein!'].map(sha1)
  await operator.run('passwords', 'load', fileOf(`${first.map((hash) => hash.toUpperCase()).join('\n')}\n`))
  expect(await isListed('hunter22')).toBe(true)
  const [one, two] = ['maple otter', 'brass copper'].map(sha1)
  const told = await operator.run('passwords', 'load', fileOf(`${two}:12\r\n${one}:3\r\n\r\n${two}:1`))
  expect(told.text).toContain('2 hashes from')
  expect(await operator.lastAuditEntry()).toBe('passwords-loaded')
  expect([await isListed('maple otter'), await isListed('brass copper'), await isListed('hunter22')]).toEqual(
    [true, true, false],
  )
  const lists = await harness.db.many(sql`select distinct list_id from breached_passwords`)
  expect(lists).toHaveLength(1)
})

test('all answers have the same length, can be cached, and name no password', async () => {
  // Nineteen hashes under one prefix.
  const crowded = Array.from(
    { length: 19 },
    (_, place) => `abcde${String(place).padStart(8, '0')}${'1'.repeat(27)}`,
  )
  await operator.run('passwords', 'load', fileOf(`${crowded.join('\n')}\n${sha1('hunter22')}`))
  const answers = [
    await ask('abcde'),
    await ask('ABCDE'),
    await ask('00000'),
    await ask(sha1('hunter22').slice(0, 5)),
  ]
  expect(answers.map(({ body }) => JSON.stringify(body).length)).toEqual(answers.map(() => 32 * 8 + 24))
  expect(answers[0]?.headers['cache-control']).toBe('public, max-age=3600')
  expect(answers[0]?.headers['content-encoding']).toBeUndefined()
  expect(answers[0]?.body).toEqual(answers[1]?.body)
})

test('answers only five-digit prefixes', async () => {
  for (const prefix of ['abcd', 'abcdef', 'ghijk', '%00aaa', '-1000'])
    expect((await ask(prefix)).status, prefix).toBe(404)
})

test('too many requests are slowed down', async () => {
  const address = freshIp()
  for (let time = 0; time < 600; time += 1) await ask('12345', address)
  expect((await ask('12345', address)).status).toBe(429)
})

test('a bad file is refused with its line, and the former list stays', async () => {
  await operator.run('passwords', 'load', fileOf(sha1('hunter22')))
  const good = Array.from({ length: 1200 }, (_, place) => sha1(`password ${place}`))
  const bad = fileOf(`${good.join('\n')}\nnot a hash\n${sha1('late')}`)
  expect(await operator.refused('passwords', 'load', bad)).toContain('Line 1201 is not a SHA-1 hash')
  expect(await operator.refused('passwords', 'load', fileOf('x'.repeat(5_000_000)))).toContain(
    'Line 1 is not',
  )
  expect(await operator.refused('passwords', 'load', fileOf(''))).toContain('is empty')
  expect(await operator.refused('passwords', 'load', path.join(folder, 'none'))).toContain('There is no file')
  expect(await operator.refused('passwords', 'load', folder)).toContain('There is no file')
  expect([await isListed('hunter22'), await isListed('password 3')]).toEqual([true, false])
  expect(await harness.db.many(sql`select 1 from breach_lists`)).toHaveLength(1)
})

test('a killed load leaves nothing for long, and a running one is left alone', async () => {
  const { db, clock } = harness
  const begin = () =>
    db.one<{ id: number }>(sql`
      insert into breach_lists (source, started_at, loaded_by) values ('killed', ${clock.now()}, 'test') returning id`)
  const killed = await begin()
  await db.run(sql`
    insert into breached_passwords (list_id, prefix, suffixes) values (${killed.id}, 1, '\\x00000001'::bytea)`)
  harness.clock.advance(DAY + 1)
  const underWay = await begin()
  await operator.run('passwords', 'load', fileOf(sha1('hunter22')))
  const left = await db.many<{ id: number }>(sql`select id from breach_lists where source = 'killed'`)
  expect(left).toEqual([underWay])
})

test('a removed list warns of nothing', async () => {
  await operator.run('passwords', 'load', fileOf(sha1('hunter22')))
  await operator.run('passwords', 'remove')
  expect(await operator.lastAuditEntry()).toBe('passwords-removed')
  expect((await ask(sha1('hunter22').slice(0, 5))).body).toEqual({ data: { suffixes: '' } })
  expect(await harness.db.many(sql`select 1 from breached_passwords limit 1`)).toEqual([])
})
