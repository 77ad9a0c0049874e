import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseNode } from './database-node.ts'

const STREAMS_WITHIN_MS = 15_000

/** Makes the standby follow the primary again, however it was lost. */
export function openReturns(options: {
  state: { primary: DatabaseNode; standby: DatabaseNode }
  sourceOf: (primary: DatabaseNode) => number
  say: (line: string) => void
}) {
  const { state, sourceOf, say } = options
  let returning: Promise<void> | undefined
  let streamedAt = performance.now()
  let isOver = false

  /** A former primary takes over what differs; a standby that cannot follow takes over everything. */
  async function bringBack(how: 'start' | 'rewind' | 'copy'): Promise<void> {
    const { primary, standby } = state
    const source = sourceOf(primary)
    await standby.fence()
    if (how === 'rewind' && !(await standby.copyFrom(source, 'rewind'))) return bringBack('copy')
    if (how === 'copy' && !(await standby.copyFrom(source, 'all'))) return
    await standby.start(source)
    streamedAt = performance.now()
    const startedAt = streamedAt
    while (!isOver && standby.isRunning() && performance.now() - startedAt < STREAMS_WITHIN_MS) {
      if (streamedAt > startedAt) return
      await pause(100)
    }
  }

  return {
    begin(how: 'start' | 'rewind' | 'copy'): void {
      returning ??= bringBack(how)
        .catch((error: Error) => say(`The standby ${state.standby.name} did not return: ${error.message}`))
        .finally(() => {
          returning = undefined
        })
    },
    /** Called at each look at a primary that works. */
    tend(isStreaming: boolean): void {
      if (isStreaming) streamedAt = performance.now()
      if (returning || isOver) return
      if (!state.standby.isRunning()) this.begin('start')
      else if (performance.now() - streamedAt > STREAMS_WITHIN_MS) this.begin('copy')
    },
    async end(): Promise<void> {
      isOver = true
      await returning
    },
  }
}
