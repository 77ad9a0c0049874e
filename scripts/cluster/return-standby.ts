import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseNode } from './database-node.ts'

const STREAMS_WITHIN_MS = 15_000
const RESTS_MS = 300

/** Makes the standby follow the primary again, however it was lost. */
export function openReturns(options: {
  state: { primary: DatabaseNode; standby: DatabaseNode }
  sourceOf: (primary: DatabaseNode) => number
  say: (line: string) => void
}) {
  const { state, sourceOf, say } = options
  let returning: Promise<void> | undefined
  let streamedAt = performance.now()
  /** What the standby needs before it can follow. An interrupted copy must be made again. */
  let need: 'start' | 'rewind' | 'copy' = 'start'
  let isOver = false

  async function bringBack(): Promise<void> {
    const { primary, standby } = state
    const source = sourceOf(primary)
    await standby.fence()
    if (need === 'rewind') {
      need = 'copy'
      if (await standby.copyFrom(source, 'rewind')) need = 'start'
    }
    if (need === 'copy' && !(await standby.copyFrom(source, 'all'))) return
    need = 'start'
    await standby.start(source)
    const startedAt = performance.now()
    streamedAt = startedAt
    while (!isOver && standby.isRunning() && performance.now() - startedAt < STREAMS_WITHIN_MS) {
      if (streamedAt > startedAt) return
      await pause(100)
    }
    // It cannot follow from its position.
    need = 'copy'
  }

  return {
    /** A former primary copies what differs; a standby that cannot follow copies everything. */
    begin(how?: 'rewind' | 'copy'): void {
      need = how ?? need
      returning ??= bringBack()
        .catch((error: Error) => {
          if (!isOver) say(`The standby ${state.standby.name} did not return: ${error.message}`)
        })
        .then(() => pause(RESTS_MS))
        .finally(() => {
          returning = undefined
        })
    },
    /** Called at each check of a working primary. */
    tend(isStreaming: boolean): void {
      if (isStreaming) streamedAt = performance.now()
      if (returning || isOver) return
      if (!state.standby.isRunning()) this.begin()
      else if (performance.now() - streamedAt > STREAMS_WITHIN_MS) this.begin('copy')
    },
    async end(): Promise<void> {
      isOver = true
      await returning
    },
  }
}
