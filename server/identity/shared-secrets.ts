import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { ConfigurationError } from '#server/config/config.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openRound } from '#server/platform/jobs/round.ts'
import { keyIdOf } from './seal.ts'

const COMPARE_EVERY_SECONDS = 60
const LEAVE_AT_MOST_MS = 5_000

export type SharedSecrets = {
  /**
   * SECRETS, with the one that signs and encrypts in front: the first that every instance knows. Reordered in
   * place, so that everyone who holds this list follows.
   */
  secrets: string[]
  /** Compares with the other instances. */
  compare(): Promise<void>
  /** Compares from time to time, until this instance leaves. */
  watch(): void
  leave(): Promise<void>
}

/**
 * Registers this instance by the ids of its keys. Refused if it lacks the secret that another instance
 * encrypts with. The embedded database has one process, so other rows are stale.
 */
export async function shareSecrets(
  { db, log }: { db: Database; log: FastifyBaseLogger },
  configured: readonly string[],
  { isAlone = false } = {},
): Promise<SharedSecrets> {
  const id = randomUUID()
  const secrets = [...configured]
  let lastMessage = ''

  async function compare({ isNew = false } = {}): Promise<void> {
    const { inUse, lacksOne } = await register(db, { id, configured, isNew })
    secrets.splice(0, secrets.length, inUse, ...configured.filter((secret) => secret !== inUse))
    const isFirst = inUse === configured[0]
    const state = lacksOne ? 'lacks one' : isFirst ? 'first' : 'older'
    if (state === lastMessage) return
    if (lacksOne) log.error(LACKS_ONE)
    else if (!isFirst)
      log.warn(
        'A running instance does not know the first secret of SECRETS: an older one stays in use until then.',
      )
    else if (configured.length > 1)
      log.info('The first secret of SECRETS is in use: every running instance knows it.')
    lastMessage = state
  }

  const round = openRound(COMPARE_EVERY_SECONDS, async () => {
    // An outage is reported by the code that needs the database.
    await compare().catch(() => {})
    return 'done'
  })

  if (isAlone) await db.run(sql`delete from instances`)
  await compare({ isNew: true })
  return {
    secrets,
    compare: () => compare(),
    watch: round.begin,
    async leave() {
      await round.end(LEAVE_AT_MOST_MS)
      // Without a database the row stays, and the others wait for an hour.
      await db.run(sql`delete from instances where id = ${id}`).catch(() => {})
    },
  }
}

const LACKS_ONE =
  'SECRETS lacks the secret that instances encrypt with that run, or ran within five minutes: this one could not read what they store. Add it after the others, separated by a comma.'

type Other = { keyIds: string[]; inUse: string; isSeen: boolean; isRunning: boolean }

/** One instance at a time: of two concurrent starts, the second sees the first. All times are the database's. */
function register(
  db: Database,
  { id, configured, isNew }: { id: string; configured: readonly string[]; isNew: boolean },
): Promise<{ inUse: string; lacksOne: boolean }> {
  const keyIds = configured.map(idOf)
  return db.transaction(async (tx) => {
    await tx.run(sql`lock table instances in share row exclusive mode`)
    await dropStale(tx, id)
    const others = await tx.many<Other>(sql`
      select key_ids as "keyIds", in_use as "inUse", seen_at > now() - interval '1 hour' as "isSeen",
        seen_at > now() - interval '5 minutes' as "isRunning"
      from instances where id <> ${id}`)
    const lacking = others.filter((other) => other.isSeen && !keyIds.includes(other.inUse))
    const lacksOne = lacking.length > 0
    // An instance that was killed minutes ago does not prevent a start.
    if (isNew && lacking.some(({ isRunning }) => isRunning)) throw new ConfigurationError(LACKS_ONE)
    const inUse = firstKnownToAll(configured, others)
    await tx.run(sql`
      insert into instances as i (id, key_ids, in_use, since, seen_at)
      values (${id}, ${keyIds}, ${idOf(inUse)}, now(), now())
      on conflict (id) do update set in_use = excluded.in_use, seen_at = excluded.seen_at,
        since = case when i.seen_at > now() - interval '5 minutes' then i.since else excluded.since end`)
    return { inUse, lacksOne }
  })
}

/**
 * An instance not seen lately may only be cut off from the database. Others that were cut off as well cannot
 * tell: only one that was connected for the whole hour drops it.
 */
async function dropStale(tx: Db, id: string): Promise<void> {
  await tx.run(sql`
    delete from instances where seen_at < now() - interval '1 hour' and exists (
      select from instances i
      where i.id = ${id} and i.since < now() - interval '1 hour' and i.seen_at > now() - interval '5 minutes')`)
}

function firstKnownToAll(configured: readonly string[], others: Other[]): string {
  const firstKnownTo = (some: Other[]) =>
    configured.find((secret) => some.every(({ keyIds }) => keyIds.includes(idOf(secret))))
  return firstKnownTo(others) ?? firstKnownTo(others.filter(({ isSeen }) => isSeen)) ?? configured[0] ?? ''
}

/** Tells secrets apart without revealing them. */
function idOf(secret: string): string {
  return keyIdOf('instances', [secret])
}
