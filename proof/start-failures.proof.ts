import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { lockDataFolder } from '#server/platform/db/data-folder.ts'
import { openEmbedded } from '#server/platform/db/embedded.ts'
import { sql } from '#server/platform/db/sql.ts'
import { admin } from '#server/test-kit/command-line.ts'
import { spawnProduct } from '../scripts/launch-product.ts'
import { startPostgres } from '../scripts/start-postgres.ts'
import { templatePath } from '../scripts/template-name.mjs'

let good: string
let folder: string

beforeAll(async () => {
  good = await mkdtemp(join(tmpdir(), 'front-desk-good-'))
  // As a first start does, without opening the database.
  lockDataFolder(good).release()
  await mkdir(join(good, 'database'))
  const template = templatePath(join(import.meta.dirname, '..'))
  await promisify(execFile)('tar', ['-xf', template, '-C', join(good, 'database')])
})
afterAll(() => rm(good, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'front-desk-proof-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A start that is meant to fail: its exit code and output. */
async function start(env: Record<string, string>, command?: string[]) {
  const product = await spawnProduct(env, command)
  const code = await product.ended
  return { code, said: product.output().trim() }
}

const damaged = (data: string) =>
  new RegExp(
    `^The database in the data folder ${data} cannot be opened: its files are damaged \\(.+\\)\\. Restore the folder from a backup, or start with another DATA_DIR\\.$`,
  )

test('explains a data folder that is a file or is inside one', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  for (const data of [file, join(file, 'data')])
    expect(await start({ DATA_DIR: data })).toEqual({
      code: 1,
      said: `The data folder ${data} is a file, or is inside one. Start with another DATA_DIR.`,
    })
})

test('explains a data folder that is not writable', async () => {
  // File modes do not stop root, but the kernel's own folders do.
  const data = process.getuid?.() === 0 ? '/sys/front-desk' : join(folder, 'locked/data')
  await mkdir(join(folder, 'locked'), { mode: 0o500 })
  const { code, said } = await start({ DATA_DIR: data })
  expect(code).toBe(1)
  expect(said).toMatch(
    /^The data folder \S+ cannot be written to \(E[A-Z]+\)\. Let the user who runs this process write there, or start with another DATA_DIR\.$/,
  )
})

test('explains a path where no folder can be created', async () => {
  const loop = join(folder, 'loop')
  await symlink(loop, loop)
  const missing = join(folder, 'link')
  await symlink(join(folder, 'nowhere'), missing)
  for (const [data, code] of [
    ['/proc/front-desk/data', 'ENOENT'],
    [join(missing, 'data'), 'ENOENT'],
    [join(loop, 'data'), 'ELOOP'],
    [join(folder, 'a'.repeat(300)), 'ENAMETOOLONG'],
  ] as const) {
    const { code: exitCode, said } = await start({ DATA_DIR: data })
    expect(exitCode).toBe(1)
    expect(said).toMatch(new RegExp(`^The data folder ${data} cannot be .*\\(${code}\\)[^\\n]*DATA_DIR\\.$`))
  }
})

test('explains a full disk', async () => {
  const data = join(folder, 'data')
  await mkdir(data)
  // Every write to this device fails as on a full disk.
  await symlink('/dev/full', join(data, 'owner.json'))
  expect(await start({ DATA_DIR: data })).toEqual({
    code: 1,
    said: `The disk of the data folder ${data} is full. Free some space, and start again.`,
  })
})

test.each([
  ['its control file is missing', 'database/global/pg_control', undefined],
  ['its control file is damaged', 'database/global/pg_control', 'not a control file'],
  ['its lock is damaged', 'lock', 'no lock, '.repeat(200)],
] as const)('explains a damaged data folder: %s', async (_, file, contents) => {
  const data = join(folder, 'data')
  await cp(good, data, { recursive: true })
  if (contents === undefined) await rm(join(data, file))
  else await writeFile(join(data, file), contents)
  const { code, said } = await start({ DATA_DIR: data })
  expect(code).toBe(1)
  expect(said).toMatch(damaged(data))
  const answer = await admin({ DATA_DIR: data }, 'settings', 'get')
  expect([answer.code, answer.out]).toEqual([1, ''])
  expect(answer.errors.trim()).toMatch(damaged(data))
})

test('explains too few file descriptors', async () => {
  const command = ['sh', '-c', `ulimit -n 60 && exec "${process.execPath}" --liftoff-only server/main.ts`]
  expect(await start({ DATA_DIR: join(folder, 'data') }, command)).toEqual({
    code: 1,
    said: 'This process may not open enough files and connections. Raise its limit to 1024 or more: ulimit -n in a shell, LimitNOFILE= in a systemd unit.',
  })
})

test('explains an unsuitable database before creating anything in it', async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  onTestFinished(() => client.end())
  const startOn = (name: string, user = 'postgres') =>
    start({
      DATABASE_URL: `postgres://${user}@127.0.0.1:${postgres.port}/${name}`,
      LOG_LEVEL: 'error',
    })
  const ascii = `encoding 'SQL_ASCII' template template0 lc_collate 'C' lc_ctype 'C'`
  for (const text of [
    `create database of_ascii ${ascii}`,
    'create database of_another',
    'create role visitor login',
  ])
    await client.query(text)
  const cannotBeUsed = 'The database of DATABASE_URL cannot be used: '
  expect(await startOn('of_ascii')).toEqual({
    code: 1,
    said: `${cannotBeUsed}its encoding is SQL_ASCII, and must be UTF8. Create it with createdb --encoding=UTF8 --template=template0.`,
  })
  const { code, said } = await startOn('of_another', 'visitor')
  expect(code).toBe(1)
  expect(said).toBe(
    'The user in DATABASE_URL lacks a right: permission denied for schema public. Make it the owner of the database and of what is in it (alter database … owner to …; reassign owned by … to …).',
  )
})

test('reports a missing database without a stack trace and without waiting', async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const { code, said } = await start({ DATABASE_URL: postgres.url.replace(/postgres$/, 'no_such_database') })
  expect(code).toBe(1)
  expect(said).toContain('database "no_such_database" does not exist')
  expect(said).not.toContain('    at ')
})

test('names the version that made an incompatible data folder, at start and on the command line', async () => {
  const data = join(folder, 'data')
  await cp(good, data, { recursive: true })
  const old = await openEmbedded({ folder: data, say: () => {} })
  await old.run(sql`update migrations set name = 'earlier_' || name`)
  await old.close()
  const said = `The database in the data folder ${data} was made by another version, and cannot be upgraded: 0001_accounts.sql was never applied to it. Move the folder away, or begin with an empty one in DATA_DIR. Nothing in it was changed.`
  expect(await start({ DATA_DIR: data })).toEqual({ code: 1, said })
  expect(await admin({ DATA_DIR: data }, 'settings', 'get')).toEqual({
    code: 1,
    out: '',
    errors: `${said}\n`,
  })
})

/** A program on a free port, which ends with the test. */
async function listen(answer: (socket: Socket) => void = () => {}): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('a start that waits for the database says why, quoting the pooler that refuses it', async () => {
  const refusal = 'SFATAL\0C08P01\0Munsupported startup parameter: speed\0\0'
  const message = Buffer.alloc(5)
  message.write('E')
  message.writeInt32BE(4 + refusal.length, 1)
  const pooler = await listen((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([message, Buffer.from(refusal)])))
  })
  for (const [port, reason] of [
    [1, 'connect ECONNREFUSED'],
    [pooler, 'unsupported startup parameter: speed'],
  ]) {
    const product = await spawnProduct({ DATABASE_URL: `postgres://desk@127.0.0.1:${port}/desk` })
    onTestFinished(() => product.kill())
    await expect
      .poll(() => product.output(), { timeout: 20_000 })
      .toContain(`Waiting for the database: ${reason}`)
  }
})

test.each([
  { name: 'PORT', whose: '' },
  { name: 'DESK_PORT', whose: ' of the desk' },
])('explains a $name that is taken', async ({ name, whose }) => {
  const port = await listen()
  const data = join(folder, 'data')
  await cp(good, data, { recursive: true })
  expect(await start({ DATA_DIR: data, [name]: String(port) })).toEqual({
    code: 1,
    said: `Port ${port}${whose} is used by another program. Stop that program, or start with another ${name}.`,
  })
})

test.each([
  { name: 'HOST', host: '203.0.113.7' },
  { name: 'DESK_HOST', host: '127.0.0.300' },
])('explains a $name that is not an address of this machine', async ({ name, host }) => {
  const data = join(folder, 'data')
  await cp(good, data, { recursive: true })
  const { code, said } = await start({ DATA_DIR: data, [name]: host })
  expect(code).toBe(1)
  expect(said).toContain(`${name}=${host} is no address of this machine. Write an IP address`)
  expect(said).not.toContain('    at ')
})
