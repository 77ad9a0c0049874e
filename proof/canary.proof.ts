import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { openEmbedded } from '#server/platform/db/embedded.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { startPostgres } from '../scripts/start-postgres.ts'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { form } from './kit/load.ts'
import { isFull, size } from './kit/size.ts'

/** A card, a code and secrets that occur nowhere else. The code's leading zero keeps it apart from numbers. */
const canary = {
  number: '4929-4212-3460-7834',
  cvv: '0739',
  password: 'canary-Passwort-81',
  answer: 'canary-antwort-64',
}

const texts = [canary.number, canary.number.replaceAll('-', ''), canary.password, canary.answer]
/** Four digits occur everywhere, so the code counts only where it stands alone. */
const code = new RegExp(`(?<![\\w.:-])${canary.cvv}(?![\\w.:-])`)

/** For each kind of database: where the data is, and how to inspect it after the product has stopped. */
const keepers = {
  embedded: async ({ folder }: Places) => ({
    env: { DATA_DIR: folder },
    open: () => openEmbedded({ folder, say: expect.unreachable }),
    stop: async () => {},
  }),
  postgres: async () => {
    const { url, stop } = await startPostgres()
    const open = async () => openPostgres({ url, poolSize: 2, onIdleError: () => {} })
    return { env: { DATABASE_URL: url, SECRETS: 'x'.repeat(40) }, open, stop }
  },
} as const
const kinds = isFull ? (['embedded', 'postgres'] as const) : (['embedded'] as const)

describe.concurrent('a card, its code and secrets', () => {
  test.each(kinds)('pass through success, decline, error and crash without being stored (%s)', (kind) =>
    inPlaces(async (places) => {
      const keeper = await keepers[kind](places)
      const { said, heard } = await signUpInEveryWay(keeper.env, places)
      const db = await keeper.open()
      const rows = await dumpTables(db)
      await db.close()
      await keeper.stop()
      expect(rows).toContain('North Shore Realty')
      expect(said).toContain('The process is broken')
      const found = {
        tables: canariesIn(rows),
        files: await textsInFiles(places.folder),
        log: canariesIn(said),
        heap: heard,
      }
      expect(found).toEqual({ tables: [], files: [], log: [], heap: [] })
    }),
  )

  // Only the full proof also shows that this proof can fail.
  if (!isFull) return
  test('are found when a gateway stores, logs or caches them', () =>
    inPlaces(async ({ folder, heap }) => {
      const product = await launchProduct({
        DATA_DIR: folder,
        NODE_OPTIONS: `--import=./proof/faults/leaking-gateway.ts ${heap.options}`,
      })
      expect(await submit(product, signUp())).toBe(200)
      const heard = await canariesInHeap(product, heap.path)
      await product.stop()
      const db = await openEmbedded({ folder, say: expect.unreachable })
      const rows = await dumpTables(db)
      await db.close()
      const bare = canary.number.replaceAll('-', '')
      expect(heard).toContain(canary.cvv)
      expect(canariesIn(rows)).toEqual([bare, canary.cvv])
      expect(canariesIn(product.output())).toEqual([bare, canary.cvv])
      expect(await textsInFiles(folder)).toEqual([bare])
    }))
})

type Places = { folder: string; heap: Awaited<ReturnType<typeof heapFolder>> }

async function inPlaces(prove: (places: Places) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'front-desk-canary-'))
  const heap = await heapFolder()
  try {
    await prove({ folder, heap })
  } finally {
    await rm(folder, { recursive: true, force: true })
    await heap.remove()
  }
}

/** Ends a sign-up in every possible way, then checks the heap after other requests have been served. */
async function signUpInEveryWay(
  env: Record<string, string>,
  { heap }: Places,
): Promise<{ said: string; heard: string[] }> {
  const broken = {
    ...env,
    LOG_LEVEL: 'debug',
    SETTLE_SECONDS: '1',
    NODE_OPTIONS: `--import=./proof/faults/breaking-gateway.ts ${heap.options}`,
  }
  const product = await launchProduct(broken)
  const paid = signUp()
  expect(await submit(product, paid)).toBe(200)
  expect(await submit(product, paid)).toBe(200)
  expect(await submit(product, { ...paid, company: 'Another' })).toBe(409)
  expect(await submit(product, signUp({ number: '4000-0000-0000-0002' }))).toBe(400)
  expect(await submit(product, signUp({ number: canary.number.replace('4929', '4928') }))).toBe(400)
  expect(await submit(product, signUp({ zip_code: 'nowhere' }))).toBe(400)
  expect(await submit(product, signUp({ holder: 'Error Canary' }))).toBe(500)
  expect(await post(product, '/rest/auth/sign-up/', signUp())).toBe(200)
  expect(await post(product, '/rest/auth/sign-up/submit/', `{"number": "${canary.number}", `)).toBe(400)
  const credentials = { email: String(paid.email), password: canary.password }
  expect(await postForm(product, '/rest/auth/login/', credentials)).toBe(200)
  expect(await postForm(product, '/rest/auth/get-login-info-by-email/', credentials)).toBe(200)

  for (let later = 0; later < size(6, 20); later += 1) {
    await submit(product, goodSignUp())
    await fetch(`${product.url}/login/`).then((page) => page.text())
  }
  const heard = await canariesInHeap(product, heap.path)

  await expect(submit(product, signUp({ holder: 'Crash Canary' }))).rejects.toThrow()
  expect(await product.ended).not.toBe(0)
  const again = await launchProduct({ ...broken, NODE_OPTIONS: '' })
  await fetch(`${again.url}/login/`).then((page) => page.text())
  await again.stop()
  return { said: product.output() + again.output(), heard }
}

function signUp(changes: Parameters<typeof goodSignUp>[0] = {}) {
  return goodSignUp({
    number: canary.number,
    cvv: canary.cvv,
    password: canary.password,
    password2: canary.password,
    first_question_answer: canary.answer,
    ...changes,
  })
}

const submit = (product: Product, body: object) => post(product, '/rest/auth/sign-up/submit/', body)

async function post(product: Product, path: string, body: object | string): Promise<number> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  // The answer must not repeat a secret either.
  expect(canariesIn(await response.text())).toEqual([])
  return response.status
}

async function postForm(product: Product, path: string, fields: Record<string, string>): Promise<number> {
  const response = await fetch(product.url + path, { method: 'POST', body: form(fields) })
  expect(canariesIn(await response.text())).toEqual([])
  return response.status
}

/** The canary secrets that occur in a text. */
function canariesIn(text: string): string[] {
  return [...texts.filter((secret) => text.includes(secret)), ...(code.test(text) ? [canary.cvv] : [])]
}

/** All rows of all tables, including the job queue's, as text. */
async function dumpTables(db: Database): Promise<string> {
  const tables = await db.many<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const rows = []
  for (const { name } of tables)
    rows.push(
      ...(await db.many<{ row: string }>({ text: `select t::text as row from ${name} t`, values: [] })),
    )
  return rows.map(({ row }) => row).join('\n')
}

/** The raw bytes of a folder's files, which still contain data that was written and later deleted. */
async function textsInFiles(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = new Set<string>()
  for (const file of files) {
    if (!file.isFile()) continue
    const bytes = await readFile(join(file.parentPath, file.name))
    for (const secret of texts) if (bytes.includes(secret)) found.add(secret)
  }
  return [...found]
}

/** Lets a product write heap snapshots on request, into its own folder. */
async function heapFolder(): Promise<{ path: string; options: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'front-desk-heap-'))
  return {
    path,
    options: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${path}`,
    remove: () => rm(path, { recursive: true, force: true }),
  }
}

/** What is left in the heap after garbage collection; a snapshot has each string in quotes. */
async function canariesInHeap(product: Product, folder: string): Promise<string[]> {
  process.kill(product.pid, 'SIGUSR2')
  const snapshot = await readWhenWhole(folder)
  return [...texts.filter((secret) => snapshot.includes(secret)), ...codeIn(snapshot)]
}

function codeIn(snapshot: Buffer): string[] {
  return snapshot.includes(`"${canary.cvv}"`) ? [canary.cvv] : []
}

async function readWhenWhole(folder: string): Promise<Buffer> {
  let size = -1
  for (;;) {
    await pause(300)
    const [file] = await readdir(folder)
    if (!file) continue
    const path = join(folder, file)
    const now = (await stat(path)).size
    if (now > 0 && now === size) {
      const bytes = await readFile(path)
      if (bytes.subarray(-16).toString('utf8').trimEnd().endsWith(']}')) return bytes
    }
    size = now
  }
}
