import { withoutCard } from '#server/accounts/find/parse-query.ts'
import { type Actor, nameOf, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { normalizeRange, rangesAround } from './address-range.ts'

/**
 * A card by the gateway's identifier of its number, a device by the name in its fingerprint, an address by
 * its IP or a canonical range (normalizeRange).
 */
export type BlockKind = 'card' | 'device' | 'address'
export const blockKinds = ['card', 'device', 'address'] as const satisfies BlockKind[]

export type NewBlock = { kind: BlockKind; value: string; until: Date; reason: string; actor: Actor }

/**
 * Blocks payments until a moment. If the value is already blocked, the later end counts, with its reason. Repeating
 * a block changes nothing.
 */
export async function addBlock(
  tx: Db,
  { kind, value, until, reason, actor }: NewBlock,
  now: Date,
): Promise<{ id: number; until: Date }> {
  const block = await tx.maybe<{ id: number; until: Date }>(sql`
    insert into blocks as b (kind, value, reason, made_by, until, created_at)
    values (${kind}, ${value}, ${reason}, ${nameOf(actor)}, ${until}, ${now})
    on conflict (kind, value) do update set until = greatest(b.until, excluded.until),
      reason = case when excluded.until >= b.until then excluded.reason else b.reason end,
      made_by = case when excluded.until >= b.until then excluded.made_by else b.made_by end
    where excluded.until >= b.until
      and (b.until, b.reason, b.made_by) is distinct from (excluded.until, excluded.reason, excluded.made_by)
    returning id, until`)
  if (!block)
    return tx.one<{ id: number; until: Date }>(
      sql`select id, until from blocks where kind = ${kind} and value = ${value}`,
    )
  // The value can identify a person, and audit entries are kept longer than blocks.
  const details = { block: block.id, kind, until: block.until, reason }
  await recordAudit(tx, { actor, action: 'block-added', details }, now)
  return block
}

/** False if there is no such block. */
export async function removeBlock(
  tx: Db,
  { id, actor, reason }: { id: number; actor: Actor; reason: string },
  now: Date,
): Promise<boolean> {
  const removed = await tx.maybe<{ kind: BlockKind }>(sql`delete from blocks where id = ${id} returning kind`)
  if (!removed) return false
  const details = { block: id, ...removed, reason }
  await recordAudit(tx, { actor, action: 'block-removed', details }, now)
  return true
}

/** Whether payments from this IP or device are refused. Ended blocks do not count. */
export async function isVisitorBlocked(
  db: Db,
  { ip, device }: { ip: string; device: string },
  now: Date,
): Promise<boolean> {
  const found = await db.maybe(sql`
    select 1 from blocks where kind = 'address' and value = any(${rangesAround(ip)}::text[]) and until > ${now}
    union all
    select 1 from blocks where kind = 'device' and value = ${device} and until > ${now}
    limit 1`)
  return found !== undefined
}

export async function isCardBlocked(db: Db, numberId: string, now: Date): Promise<boolean> {
  const found = await db.maybe(sql`
    select 1 from blocks where kind = 'card' and value = ${numberId} and until > ${now}`)
  return found !== undefined
}

/** A block that matches a sign-up: by its card, device or IP. */
export function findBlock(
  db: Db,
  { numberId, device, ip }: { numberId: string | null; device: string; ip: string },
  now: Date,
): Promise<{ id: number; kind: BlockKind; reason: string } | undefined> {
  return db.maybe(sql`
    select id, kind, reason from blocks where kind = 'card' and value = ${numberId} and until > ${now}
    union all
    select id, kind, reason from blocks where kind = 'device' and value = ${device} and until > ${now}
    union all
    select id, kind, reason from blocks
    where kind = 'address' and value = any(${rangesAround(ip)}::text[]) and until > ${now}
    limit 1`)
}

/** An operator's input in the stored form. */
export function blockedValue(kind: BlockKind, text: string): string | Refused {
  // A number must not be stored, and would block nothing: payments are compared by the gateway's identifier
  // of it.
  if (kind === 'card' && hasCardNumber(text))
    return refuse('invalid-fields', {
      errors:
        'This is a card number. Enter the identifier that the gateway gives it, or refuse the held sign-up and block its card there.',
    })
  const value = kind === 'address' ? normalizeRange(text) : text.trim()
  if (value) return value
  return refuse('invalid-fields', {
    errors: kind === 'address' ? `${text} is not an IP address or range.` : `Give the ${kind} to block.`,
  })
}

/** In any notation, also beside words. An identifier may have such digits among its letters. */
function hasCardNumber(text: string): boolean {
  const withoutWords = text.replace(/(?<![\p{L}\p{Nd}])\p{L}+(?![\p{L}\p{Nd}])/gu, '')
  return !/\p{L}/u.test(withoutWords) && withoutCard(withoutWords) !== undefined
}

export type ListedBlock = {
  id: number
  kind: BlockKind
  value: string
  until: Date
  reason: string
  by: string
  since: Date
}

/** The active blocks, the next to end first. */
export function listBlocks(db: Db, now: Date, limit: number): Promise<ListedBlock[]> {
  return db.many<ListedBlock>(sql`
    select id, kind, value, until, reason, made_by as by, created_at as since from blocks
    where until > ${now} order by until, id limit ${limit}`)
}
