import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseNode } from './database-node.ts'
import { judgeReplication, openReplicationRecord, readReplication } from './replication.ts'
import { openReturns } from './return-standby.ts'

/** Who connects to the primary: the pooler, or nobody if the instances find the primary themselves. */
export type Clients = { cut(): Promise<void>; pointTo(node: DatabaseNode): Promise<void> }

export type DatabaseState = {
  primary: DatabaseNode
  standby: DatabaseNode
  /** The standby holds every acknowledged commit: only then may it be promoted. */
  isStandbySafe: boolean
  lagBytes: number | undefined
  phase: 'running' | 'failing over' | 'restarting the primary'
  /** When each promotion was finished, as of `performance.now()`. */
  promotions: number[]
}

export type DatabaseKeeper = { state(): Readonly<DatabaseState>; stop(): Promise<void> }

const LOOK_EVERY_MS = 250
/** How long a primary may be silent before it counts as lost. One whose process has exited is lost at once. */
const SILENT_AT_MOST_MS = 5_000
/** The same where there is no standby to promote: a busy server would lose more by being restarted. */
const SILENT_ALONE_AT_MOST_MS = 30_000
const PROMOTES_WITHIN_SECONDS = 30

/**
 * Watches a primary and its standby, and promotes the standby when the primary is lost. The rules that keep
 * acknowledged commits, and never let two servers take writes:
 * 1. A commit is acknowledged when the standby has stored it, as long as the standby counts as safe.
 * 2. Before the primary may work without the standby, the standby counts as unsafe, and is not promoted.
 * 3. Before the standby is promoted, every process of the old primary has ended. It returns as a standby only.
 */
export function keepDatabase(options: {
  primary: DatabaseNode
  standby: DatabaseNode
  /** False acknowledges commits that the standby may lack. */
  isSynchronous: boolean
  /** False once the cluster is being removed. */
  isOpen: () => boolean
  clients: Clients
  /** How a server is reached over the network, as opposed to its own port. */
  portOf: (node: DatabaseNode, link: 'clients' | 'replication') => number
  say: (line: string) => void
}): DatabaseKeeper {
  const { clients, portOf, say, isSynchronous } = options
  const state: DatabaseState = {
    primary: options.primary,
    standby: options.standby,
    isStandbySafe: false,
    lagBytes: undefined,
    phase: 'running',
    promotions: [],
  }
  const returns = openReturns({ state, sourceOf: (primary) => portOf(primary, 'replication'), say })
  let record = openReplicationRecord()
  let heardAt = performance.now()
  let isStopped = false
  const isOpen = () => !isStopped && options.isOpen()
  const watching = watch()

  async function watch(): Promise<void> {
    while (isOpen()) {
      await look().catch((error: Error) => {
        if (isOpen()) say(`The database is watched on after: ${error.message}`)
      })
      await pause(LOOK_EVERY_MS)
    }
  }

  async function look(): Promise<void> {
    const { primary, standby } = state
    const seen = await readReplication(primary, standby.name, portOf(primary, 'clients')).catch(
      () => undefined,
    )
    if (seen?.isPrimary) {
      heardAt = performance.now()
      const judged = judgeReplication(record, seen)
      state.lagBytes = judged.lagBytes
      returns.tend(judged.isStreaming)
      if (isSynchronous) decideWaiting(judged)
      else state.isStandbySafe = judged.isStreaming || state.isStandbySafe
      return
    }
    const patienceMs = state.isStandbySafe ? SILENT_AT_MOST_MS : SILENT_ALONE_AT_MOST_MS
    if (!isOpen() || (primary.isRunning() && performance.now() - heardAt < patienceMs)) return
    if (state.isStandbySafe) await failOver()
    else await restartPrimary()
    heardAt = performance.now()
  }

  function decideWaiting(judged: ReturnType<typeof judgeReplication>): void {
    const { primary, standby } = state
    if (state.isStandbySafe && (judged.isLate || !standby.isRunning())) {
      state.isStandbySafe = false
      record = openReplicationRecord()
      primary.requireStandby('')
      say(`The standby ${standby.name} is lost. ${primary.name} goes on without it.`)
    } else if (!state.isStandbySafe && judged.hasEverything) {
      state.isStandbySafe = true
      say(`The standby ${standby.name} is up to date.`)
    } else if (!state.isStandbySafe && judged.isOnTime && !judged.isWaitedFor) {
      primary.requireStandby(standby.name)
    }
  }

  async function failOver(): Promise<void> {
    const { primary: lost, standby: next } = state
    state.phase = 'failing over'
    say(`The primary ${lost.name} is lost. Promoting ${next.name} …`)
    const cut = clients.cut()
    await lost.fence()
    next.requireStandby('')
    await next.ask(`select pg_promote(true, ${PROMOTES_WITHIN_SECONDS})`, {
      atMostMs: PROMOTES_WITHIN_SECONDS * 1000,
    })
    state.isStandbySafe = false
    state.primary = next
    state.standby = lost
    record = openReplicationRecord()
    state.promotions.push(performance.now())
    await cut
    await clients.pointTo(next)
    state.phase = 'running'
    say(`${next.name} is the primary. ${lost.name} returns as its standby …`)
    returns.begin('rewind')
  }

  /** It has commits that the standby lacks. */
  async function restartPrimary(): Promise<void> {
    const { primary } = state
    state.phase = 'restarting the primary'
    say(`The primary ${primary.name} is lost, and its standby is not up to date. Starting it again …`)
    await clients.cut()
    primary.requireStandby('')
    record = openReplicationRecord()
    await primary.start()
    while (isOpen() && primary.isRunning() && !(await accepts(primary))) await pause(100)
    await clients.pointTo(primary)
    state.phase = 'running'
  }

  return {
    state: () => state,
    async stop() {
      isStopped = true
      await watching
      await returns.end()
    },
  }
}

export async function accepts(node: DatabaseNode): Promise<boolean> {
  return node.ask('select 1').then(
    () => true,
    () => false,
  )
}
