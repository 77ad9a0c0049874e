import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'

const BYTES = 4
/** Rows per statement: each takes milliseconds, so that the embedded database blocks nobody. */
const PART = 2_000
/** A load begun this long ago and unfinished was killed. */
const FORGOTTEN_MS = DAY
const SUFFIXES = 2 ** 32

/** The suffixes under a prefix, and the padded size of the answer. */
export function findSuffixes(
  db: Db,
  prefix: number,
): Promise<{ suffixes: Buffer | null; largest: number } | undefined> {
  return db.maybe(sql`
    select b.suffixes, l.largest from breach_lists l
    left join breached_passwords b on b.list_id = l.id and b.prefix = ${prefix}
    where l.loaded_at is not null`)
}

/** A list counts only once it is published: any failure before leaves the former one in use. */
export async function beginList(db: Db, source: string, loadedBy: string, now: Date): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into breach_lists (source, started_at, loaded_by) values (${source}, ${now}, ${loadedBy}) returning id`)
  return id
}

/** The first 52 bits of each hash. Returns how many different ones there were, and the most under one prefix. */
export async function addHashes(
  db: Db,
  listId: number,
  hashes: Float64Array,
): Promise<{ added: number; largest: number }> {
  let added = 0
  let largest = 0
  for (const part of inParts(groupByPrefix(hashes.sort()))) {
    const lengths = await db.many<{ length: number }>(sql`
      insert into breached_passwords as b (list_id, prefix, suffixes)
      select ${listId}::integer, prefix, suffixes
      from unnest(${part.map(({ prefix }) => prefix)}::integer[], ${part.map(({ suffixes }) => suffixes)}::bytea[])
        as n (prefix, suffixes)
      on conflict (list_id, prefix) do update set suffixes = b.suffixes || excluded.suffixes
      returning length(suffixes) as length`)
    added += part.reduce((sum, { suffixes }) => sum + suffixes.length / BYTES, 0)
    largest = lengths.reduce((most, { length }) => Math.max(most, length / BYTES), largest)
  }
  return { added, largest }
}

type Group = { prefix: number; suffixes: Buffer }

function* groupByPrefix(sorted: Float64Array): Generator<Group> {
  let group: number[] = []
  let former = -1
  for (const [index, hash] of sorted.entries()) {
    const prefix = Math.floor(hash / SUFFIXES)
    if (index > 0 && prefix !== Math.floor(former / SUFFIXES)) {
      yield { prefix: Math.floor(former / SUFFIXES), suffixes: packed(group) }
      group = []
    }
    if (hash !== former) group.push(hash % SUFFIXES)
    former = hash
  }
  if (group.length > 0) yield { prefix: Math.floor(former / SUFFIXES), suffixes: packed(group) }
}

function packed(suffixes: number[]): Buffer {
  const buffer = Buffer.alloc(suffixes.length * BYTES)
  for (const [index, suffix] of suffixes.entries()) buffer.writeUInt32BE(suffix, index * BYTES)
  return buffer
}

function* inParts(groups: Iterable<Group>): Generator<Group[]> {
  let part: Group[] = []
  for (const group of groups) {
    part.push(group)
    if (part.length < PART) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

export async function publishList(
  tx: Db,
  listId: number,
  { hashes, largest }: { hashes: number; largest: number },
  now: Date,
): Promise<void> {
  await retireList(tx)
  await tx.run(sql`
    update breach_lists set hashes = ${hashes}, largest = ${largest}, loaded_at = ${now} where id = ${listId}`)
}

/** From now on no list counts. Undefined if none did. */
export function retireList(tx: Db): Promise<{ source: string } | undefined> {
  return tx.maybe<{ source: string }>(
    sql`update breach_lists set loaded_at = null where loaded_at is not null returning source`,
  )
}

/** Deletes an unused list in batches. */
export async function deleteList(db: Db, listId: number): Promise<void> {
  let deleted = PART
  while (deleted === PART)
    deleted = await db.run(sql`
      delete from breached_passwords where list_id = ${listId} and prefix in (
        select prefix from breached_passwords where list_id = ${listId} order by prefix limit ${PART})`)
  await db.run(sql`delete from breach_lists where id = ${listId} and loaded_at is null`)
}

/** Former lists and killed loads. A running load is left alone. */
export async function deleteOldLists(db: Db, now: Date): Promise<void> {
  const old = await db.many<{ id: number }>(sql`
    select id from breach_lists
    where loaded_at is null and (hashes > 0 or started_at < ${later(now, -FORGOTTEN_MS)})`)
  for (const { id } of old) await deleteList(db, id)
}
