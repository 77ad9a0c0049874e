import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseNode } from '../../../scripts/cluster/database-node.ts'

const EVERY_MS = 200

/** A write that a server acknowledged, with its timeline: each promotion begins a new one. */
type Write = { node: string; timeline: number; sentAt: number; acknowledgedAt: number }

/** Writes to every server directly and continuously, to see which of them accept writes. */
export function watchPrimaries(nodes: readonly DatabaseNode[]) {
  const writes: Write[] = []
  let isOver = false
  const watching = Promise.all(nodes.map(watchOne))

  async function watchOne(node: DatabaseNode): Promise<void> {
    while (!isOver) {
      const sentAt = performance.now()
      // A standby refuses, and a primary without its standby does not answer: neither accepts the write.
      const [row] = await node.ask<{ timeline: number }>(PROBE).catch(() => [])
      if (row) writes.push({ node: node.name, ...row, sentAt, acknowledgedAt: performance.now() })
      await pause(EVERY_MS)
    }
  }

  return {
    /** Writes accepted by an older primary after a newer one had begun to. */
    async end(): Promise<{ writes: number; timelines: number; twoPrimaries: number }> {
      isOver = true
      await watching
      const begins = new Map<number, number>()
      for (const { timeline, acknowledgedAt } of writes)
        begins.set(timeline, Math.min(acknowledgedAt, begins.get(timeline) ?? Number.POSITIVE_INFINITY))
      const isLate = ({ timeline, sentAt }: Write) =>
        [...begins].some(([newer, at]) => newer > timeline && sentAt > at)
      return {
        writes: writes.length,
        timelines: begins.size,
        twoPrimaries: writes.filter(isLate).length,
      }
    },
  }
}

export async function preparePrimaryWatch(primary: DatabaseNode): Promise<void> {
  await primary.ask('create table writes_seen (at timestamptz not null default now())')
}

const PROBE = `
  insert into writes_seen default values
  returning ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer as timeline`
