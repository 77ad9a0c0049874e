// On both databases: what a connection promises is the same on each.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#server/test-kit/harness.ts'
import type { Database } from './database.ts'
import { openInMemory } from './embedded.ts'
import { isOutage, violated } from './errors.ts'
import { named, type Sql, sql } from './sql.ts'

let db: Database

beforeAll(async () => {
  db = await freshDatabase()
  await db.run(sql`create table notes (id bigint generated always as identity primary key, words text not null, day date,
    constraint one_note_per_text unique (words))`)
})
afterAll(() => db.close())

test('values are parameters: a hostile text is stored unchanged', async () => {
  const text = `'); drop table notes; --`
  await db.run(sql`insert into notes (words) values (${text})`)
  expect(await db.one(sql`select words as text from notes where words = ${text}`)).toEqual({ text })
})

test('a long series of statements lets timers and requests run in between', async () => {
  const untilTurn = async (work: () => Promise<unknown>) => {
    let isTurn = false
    setTimeout(() => {
      isTurn = true
    }, 20)
    for (let count = 0; count < 2_000 && !isTurn; count += 1) await work()
    return isTurn
  }
  const statement = sql`select 1 as step`
  expect(await untilTurn(() => db.one(statement))).toBe(true)
  expect(await db.transaction((tx) => untilTurn(() => tx.one(statement)))).toBe(true)
})

test('a failed transaction leaves nothing behind', async () => {
  const work = db.transaction(async (tx) => {
    await tx.run(sql`insert into notes (words) values ('half')`)
    throw new Error('killed half-way')
  })
  await expect(work).rejects.toThrow('killed half-way')
  expect(await db.maybe(sql`select 1 from notes where words = 'half'`)).toBeUndefined()
})

test.each([
  { step: 'read', statement: sql`selec ${1}::integer as step` },
  { step: 'filled in', statement: sql`select ${'one'}::integer as step` },
  { step: 'run', statement: sql`select 1 / (${1}::integer - 1) as step` },
])(
  'a statement that cannot be $step leaves the connection unchanged, also in a transaction',
  async ({ statement }) => {
    const good = sql`select ${'x'.repeat(3_000_000)}::text as step`
    for (const attempt of ['first', 'second']) {
      await expect(db.one(statement), attempt).rejects.toThrow(/syntax|division|invalid/)
      await expect(db.transaction((tx) => tx.one(statement))).rejects.toThrow(/syntax|division|invalid/)
      expect((await db.one<{ step: string }>(good)).step).toHaveLength(3_000_000)
    }
  },
)

test('a connection that is dropped leaves nothing to the next one', async () => {
  const words = 'given up'
  const count = sql`select count(*) as count from notes where words = ${words}`
  await db.one(count)
  const client = await db.pool.connect()
  await client.query('begin')
  await client.query('insert into notes (words) values ($1)', [words])
  client.release(new Error('given up'))
  expect(await db.one(count)).toEqual({ count: 0 })
  await db.run(sql`insert into notes (words) values (${words})`)
  expect(await db.one(count)).toEqual({ count: 1 })
})

test('settings for clients of a server do not apply to the embedded database', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('PGSSLMODE', 'require')
  vi.stubEnv('PGUSER', 'stranger')
  vi.stubEnv('PGOPTIONS', '-c search_path=nowhere')
  const embedded = await openInMemory()
  onTestFinished(() => embedded.close())
  const seen = sql`select current_user as name, current_schema as schema`
  expect(await embedded.one(seen)).toEqual({ name: 'postgres', schema: 'public' })
})

test('a transaction that the server rolled back because of another is retried, and counts once', async () => {
  let runs = 0
  await db.transaction(async (tx) => {
    runs += 1
    await tx.run(sql`insert into notes (words) values ('again')`)
    if (runs < 3) await tx.run(sql`do $$ begin raise 'deadlock' using errcode = '40P01'; end $$`)
  })
  expect(runs).toBe(3)
  expect(await db.many(sql`select words from notes where words = 'again'`)).toHaveLength(1)
})

test('a transaction rolled back again and again ends as an outage, not as a bug', async () => {
  let runs = 0
  const error = await db
    .transaction(async (tx) => {
      runs += 1
      await tx.run(sql`do $$ begin raise 'conflict' using errcode = '40001'; end $$`)
    })
    .catch((caught: unknown) => caught)
  expect({ runs, isOutage: isOutage(error) }).toEqual({ runs: 3, isOutage: true })
})

test.each(['25006', '57014', '55P03', '53100', '57P01', '08P01', '58030'])(
  'the code %s of the server means that the database is unavailable',
  async (code) => {
    const fails: Sql = { text: `do $$ begin raise 'x' using errcode = '${code}'; end $$`, values: [] }
    const error = await db.run(fails).catch((caught: unknown) => caught)
    expect(isOutage(error)).toBe(true)
    expect(await db.one(sql`select 1 as alive`)).toEqual({ alive: 1 })
  },
)

test('a prepared statement is named after its text, so that two texts never share a name', () => {
  const [one, other] = [named(sql`select ${1}`), named(sql`select ${1} + 1`)]
  expect(one.name).toBe(named({ text: one.text, values: [2] }).name)
  expect(one.name).not.toBe(other.name)
  expect(one.name.length).toBeLessThan(64)
})

test('on a server, every statement has a time limit, simple planning and ISO dates', async () => {
  const settings = sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit,
      current_setting('DateStyle') as dates`
  const onServer = { statement: '8s', lock: '3s', idle: '20s', jit: 'off', dates: 'ISO, MDY' }
  // PGlite has one connection and no compiler.
  const inProcess = { statement: '0', lock: '0', idle: '0', jit: 'on', dates: 'ISO, MDY' }
  const expected = db.kind === 'postgres' ? onServer : inProcess
  expect(await db.one(settings)).toEqual(expected)
  expect(await db.transaction((tx) => tx.one(settings))).toEqual(expected)
})

test('using the pool inside a transaction fails at once instead of waiting forever', async () => {
  const work = db.transaction(() => db.many(sql`select 1`))
  await expect(work).rejects.toThrow('Use the handle of the transaction')
  await expect(db.transaction(() => db.transaction(async () => {}))).rejects.toThrow('already open')
  expect(await db.one(sql`select 1 as alive`)).toEqual({ alive: 1 })
})

test('a violated constraint is recognized by its name', async () => {
  await db.run(sql`insert into notes (words) values ('once')`)
  const error = await db
    .run(sql`insert into notes (words) values ('once')`)
    .catch((caught: unknown) => caught)
  expect(violated(error, 'one_note_per_text')).toBe(true)
  expect(violated(error, 'another')).toBe(false)
  expect(isOutage(error)).toBe(false)
})

test('ids are numbers and a date is a calendar day in any time zone', async () => {
  const row = await db.one<{ id: number; day: string }>(sql`
    insert into notes (words, day) values ('typed', '2028-02-29') returning id, day`)
  expect(row).toEqual({ id: expect.any(Number), day: '2028-02-29' })
})
