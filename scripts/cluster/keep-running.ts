import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Launch, Workplace } from './workplace.ts'

const RESTART_AFTER_MS = 500
const STOPS_WITHIN_MS = 45_000

/** A process that is started again whenever it ends, as a process manager would. */
export type Part = {
  name: string
  pid(): number | undefined
  /** How often it ended without being asked to. */
  losses(): number
  kill(signal?: NodeJS.Signals): void
  /** Ends it and waits, without starting it again. SIGTERM asks it, and SIGKILL does not. */
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): void
}

export function keepRunning(workplace: Workplace, order: Launch): Part {
  let child: ChildProcess | undefined
  let isWanted = false
  let losses = 0

  function start(): void {
    isWanted = true
    if (child) return
    const launched = workplace.launch(order)
    child = launched
    launched.once('exit', () => {
      if (child === launched) child = undefined
      if (!isWanted) return
      losses += 1
      setTimeout(() => isWanted && !child && workplace.isOpen() && start(), RESTART_AFTER_MS)
    })
  }
  start()
  return {
    name: order.name,
    pid: () => child?.pid,
    losses: () => losses,
    kill: (signal = 'SIGKILL') => void child?.kill(signal),
    async stop(signal = 'SIGTERM') {
      isWanted = false
      const stopping = child
      if (!stopping) return
      const impatience = setTimeout(() => stopping.kill('SIGKILL'), STOPS_WITHIN_MS)
      stopping.kill(signal)
      await once(stopping, 'exit')
      clearTimeout(impatience)
    },
    start,
  }
}
