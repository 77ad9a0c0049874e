import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from '#server/platform/db/embedded.ts'
import { sql } from '#server/platform/db/sql.ts'
import { launchProduct, type Product, spawnProduct } from '../scripts/launch-product.ts'
import { form, keepAsking } from './kit/load.ts'
import { size } from './kit/size.ts'

let parent: string
let folder: string
let product: Product | undefined

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'front-desk-proof-'))
  folder = join(parent, 'data')
})
afterAll(async () => {
  await product?.kill()
  await rm(parent, { recursive: true, force: true })
})

/** The product on the shared folder. If a test ends it, the next one that needs it starts it again. */
async function running(): Promise<Product> {
  if (!product || product.hasEnded())
    product = await launchProduct({ DATA_DIR: folder, PASSWORD_HASH_COST: 'standard', TRUST_PROXY: '1' })
  return product
}

/** The shared folder while unused: starting on a used one takes half as long as a first start. */
async function freedFolder(): Promise<string> {
  if (product && !product.hasEnded()) expect(await product.stop()).toBe(true)
  return folder
}

test('a second process on one data folder is refused with a message that names the first', async () => {
  const first = await running()
  const second = await spawnProduct({ DATA_DIR: folder })
  expect(await second.ended).toBe(1)
  expect(second.output().trim()).toMatch(
    new RegExp(
      `^The data folder ${folder} is in use by process ${first.pid} \\(since .*, ${first.url}\\)\\. Stop that process first`,
    ),
  )
  expect(first.hasEnded()).toBe(false)
  expect(await first.stop()).toBe(true)
})

test('killed repeatedly while writing, it loses nothing that was acknowledged', async () => {
  const kills = size(2, 20)
  const acknowledged: string[] = []
  let requestCount = 0
  for (let round = 0; round < kills; round += 1) {
    const target = await running()
    const ask = async () => {
      requestCount += 1
      const email = `kill-${requestCount}@example.com`
      const response = await fetch(`${target.url}/rest/auth/password_reset/`, {
        method: 'POST',
        body: form({ email }),
        headers: {
          'x-forwarded-for': `198.18.${Math.floor(requestCount / 250) % 250}.${requestCount % 250}`,
        },
      })
      if (response.status === 200) acknowledged.push(email)
      return response
    }
    const enough = acknowledged.length + 10 + Math.floor(Math.random() * 60)
    const stream = keepAsking(ask, { atOnce: 4, until: () => target.hasEnded() })
    await expect.poll(() => acknowledged.length, { timeout: 30_000, interval: 2 }).toBeGreaterThan(enough)
    await target.kill()
    await stream
  }
  const db = await openEmbedded({ folder, say: expect.unreachable })
  const rows = await db.many<{ email: string }>(
    sql`select data->>'email' as email from pgboss.job where name = 'send-reset-links'`,
  )
  await db.close()
  const kept = new Set(rows.map((row) => row.email))
  expect(acknowledged.length).toBeGreaterThan(kills * 10)
  expect(acknowledged.filter((email) => !kept.has(email))).toEqual([])
})

test('npm start stops the server when a process manager stops it', async () => {
  const npm = await launchProduct({ DATA_DIR: await freedFolder() }, ['npm', 'start', '--ignore-scripts'])
  await npm.stop()
  const isUp = () =>
    fetch(`${npm.url}/health`).then(
      () => true,
      () => false,
    )
  await expect.poll(isUp, { timeout: 20_000 }).toBe(false)
  const startsAgain = () =>
    running().then(
      (next) => next.stop(),
      () => false,
    )
  await expect.poll(startsAgain, { timeout: 60_000 }).toBe(true)
})

test('no other user can read the data folder, even one that was readable before', async () => {
  await running()
  expect(await openIn(folder)).toEqual([])
  const data = await freedFolder()

  for (const file of ['', ...(await readdir(data, { recursive: true }))]) {
    const { mode } = await stat(join(data, file))
    await chmod(join(data, file), mode | 0o077)
  }
  const second = await running()
  await fetch(`${second.url}/rest/auth/login/`, {
    method: 'POST',
    body: form({ email: 'agent@example.com', password: 'password1' }),
  })
  expect(await openIn(data)).toEqual([])
  expect(await second.stop()).toBe(true)
  expect(await openIn(data)).toEqual([])
})

test('a data folder inside a folder of other files leaves those alone', async () => {
  const among = join(parent, 'among')
  await mkdir(among)
  await writeFile(join(among, 'notes.txt'), 'not ours')
  await chmod(join(among, 'notes.txt'), 0o644)
  await chmod(among, 0o755)
  const beside = await launchProduct({ DATA_DIR: among })
  onTestFinished(() => beside.kill())
  expect(await openIn(among)).toEqual(['', 'notes.txt'])
  expect(await beside.stop()).toBe(true)
})

/** Files and folders that anyone but their owner can read or write. */
async function openIn(data: string): Promise<string[]> {
  const open: string[] = []
  for (const file of ['', ...(await readdir(data, { recursive: true }))]) {
    const found = await stat(join(data, file)).catch(() => undefined)
    if (found && (found.mode & 0o077) !== 0) open.push(file)
  }
  return open.sort()
}
