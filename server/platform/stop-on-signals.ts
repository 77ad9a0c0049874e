import { type Stopping, waitForProxies } from './http/stopping.ts'

const startedBy = process.ppid

type Options = {
  stopping: Stopping
  /** What to stop, in this order. Grows during the start. */
  stops: readonly (() => Promise<void>)[]
  isRunByNpm: boolean
  say: (line: string) => void
  onError: (error: unknown) => void
}

/**
 * Ends the process on a signal. During the start it finishes that first, and then stops what has been
 * started: a registered instance unregisters, and jobs are not interrupted. A second signal ends it at once.
 */
export function stopOnSignals({ stopping, stops, isRunByNpm, say, onError }: Options): { started(): void } {
  let started = () => {}
  const start = new Promise<void>((resolve) => {
    started = resolve
  })
  const stop = async (first: (() => Promise<void>)[]) => {
    stopping.begin()
    await start
    await stopAll([...first, ...stops], onError)
  }
  // A process manager sends SIGTERM, and may have a proxy in front. A person at a terminal does not wait.
  process.on('SIGTERM', () => {
    if (stopping.isStopping()) process.exit(1)
    void stop([() => waitForProxies(stopping, say)])
  })
  process.on('SIGINT', () => (stopping.isStopping() ? process.exit(1) : void stop([])))
  if (isRunByNpm) whenLeftAlone(() => stopping.isStopping() || stop([]))
  return { started }
}

/**
 * npm forwards a signal to its shell, which may exit without passing it on. The orphaned process would keep
 * running and hold the data folder's lock.
 */
function whenLeftAlone(stop: () => unknown): void {
  setInterval(() => {
    if (process.ppid !== startedBy) stop()
  }, 500).unref()
}

/** Answers requests in progress, finishes running jobs, then closes the database. */
async function stopAll(stops: (() => Promise<void>)[], onError: (error: unknown) => void): Promise<void> {
  let code = 0
  for (const stop of stops) {
    await stop().catch((error) => {
      code = 1
      onError(error)
    })
  }
  process.exit(code)
}
