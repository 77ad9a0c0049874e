import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Product } from '../../scripts/launch-product.ts'

/**
 * A card, a code and secrets that occur nowhere else. The code's leading zero keeps it apart from numbers.
 */
export const canary = {
  number: '4929-4212-3460-7834',
  cvv: '0739',
  password: 'canary-Passwort-81',
  answer: 'canary-antwort-64',
}

const texts = [canary.number, canary.number.replaceAll('-', ''), canary.password, canary.answer]
/** Four digits occur everywhere, so the code counts only where it stands alone. */
const code = new RegExp(`(?<![\\w.:-])${canary.cvv}(?![\\w.:-])`)

/** The canary secrets that occur in a text. */
export function canariesIn(text: string): string[] {
  return [...texts.filter((secret) => text.includes(secret)), ...(code.test(text) ? [canary.cvv] : [])]
}

/** All rows of all tables, including the job queue's, as text. */
export async function dumpTables(db: Database): Promise<string> {
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
export async function textsInFiles(folder: string): Promise<string[]> {
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
export async function heapFolder(): Promise<{ path: string; options: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'front-desk-heap-'))
  return {
    path,
    options: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${path}`,
    remove: () => rm(path, { recursive: true, force: true }),
  }
}

/** What is alive in the heap after garbage collection; a snapshot has each string in quotes. */
export async function canariesInHeap(product: Product, folder: string): Promise<string[]> {
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
