import type { DatabaseNode } from './database-node.ts'

/** The primary's view of its standby. Positions are bytes of the write-ahead log. */
export type Replication = {
  isPrimary: boolean
  written: number
  stored: number | null
  state: string | null
  sync: string | null
}

/** The results of earlier checks. */
type ReplicationRecord = {
  writtenBefore: number
  onTimeAt: number
  /** Since when the primary has waited for the standby, and what it had written then. */
  waitsSince: number | undefined
  mustHave: number | undefined
}

/** How far behind a standby may be before it counts as lost. */
const LATE_AT_MOST_MS = 4_000
/** Every process of the primary has read a changed setting after this. */
const SETTLES_WITHIN_MS = 1_000

export function openReplicationRecord(): ReplicationRecord {
  return { writtenBefore: 0, onTimeAt: performance.now(), waitsSince: undefined, mustHave: undefined }
}

export async function readReplication(
  primary: DatabaseNode,
  standby: string,
  port: number,
): Promise<Replication | undefined> {
  const [row] = await primary.ask<Replication>(
    `select not pg_is_in_recovery() as "isPrimary", r.state, r.sync_state as sync,
       (case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_flush_lsn() end - '0/0')::float as written,
       (r.flush_lsn - '0/0')::float as stored
     from (select 1) one left join pg_stat_replication r on r.application_name = '${standby}'`,
    { port },
  )
  return row
}

export function judgeReplication(record: ReplicationRecord, seen: Replication) {
  const now = performance.now()
  const isStreaming = seen.state === 'streaming'
  const stored = isStreaming ? (seen.stored ?? 0) : 0
  // Under load it is always a little behind: the previous check's position counts.
  const isOnTime = isStreaming && stored >= record.writtenBefore
  if (isOnTime) record.onTimeAt = now
  const isWaitedFor = isStreaming && seen.sync === 'sync'
  if (!isWaitedFor) Object.assign(record, { waitsSince: undefined, mustHave: undefined })
  else record.waitsSince ??= now
  if (record.waitsSince !== undefined && now - record.waitsSince > SETTLES_WITHIN_MS)
    record.mustHave ??= seen.written
  record.writtenBefore = seen.written
  return {
    isStreaming,
    isOnTime,
    isWaitedFor,
    isLate: now - record.onTimeAt > LATE_AT_MOST_MS,
    /** Everything acknowledged without it is stored there now, and nothing is any more. */
    hasEverything: record.mustHave !== undefined && stored >= record.mustHave,
    lagBytes: isStreaming ? Math.max(0, seen.written - stored) : undefined,
  }
}
