import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Launch, Workplace } from './workplace.ts'

const RESTART_AFTER_MS = 500
const STOPS_WITHIN_MS = 45_000

/** A process that is restarted whenever it exits, as by a process manager. */
export type Part = {
  name: string
  pid(): number | undefined
  /** How often it was lost and restarted. */
  losses(): number
  /** Why it was last lost. */
  lastLoss(): string | undefined
  kill(signal?: NodeJS.Signals): void
  /** Stops it and waits, without restarting it: gracefully with SIGTERM, at once with SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): void
}

/** A process that runs but does not answer is useless: it is killed and restarted. */
export type Silence = {
  /** Whether it answers, whatever it says. */
  answers(): Promise<boolean>
  /** The probe, named in the reason for a kill. */
  question: string
  everyMs: number
  atMostMs: number
  /** How long a start may take until its first answer. */
  startsWithinMs: number
}

export function keepRunning(
  workplace: Pick<Workplace, 'launch' | 'isOpen'>,
  order: Launch,
  { silence, say = () => {} }: { silence?: Silence; say?: (line: string) => void } = {},
): Part {
  let child: ChildProcess | undefined
  let isWanted = false
  let losses = 0
  let lastLoss: string | undefined

  function start(): void {
    isWanted = true
    if (child) return
    const launched = workplace.launch(order)
    child = launched
    let silent: string | undefined
    launched.once('exit', (code, signal) => {
      if (child === launched) child = undefined
      if (!isWanted) return
      losses += 1
      lastLoss = silent ?? (signal ? `ended by ${signal}` : `ended with code ${code}`)
      setTimeout(() => isWanted && !child && workplace.isOpen() && start(), RESTART_AFTER_MS)
    })
    if (silence)
      void watch(silence, launched, () => {
        silent = `killed: no answer to ${silence.question} for ${silence.atMostMs / 1000} s`
        say(`${order.name} is ${silent}. It is started again.`)
        launched.kill('SIGKILL')
      })
  }

  /**
   * Adds up the time of each probe, counting at most a third of the limit for one: if this machine sleeps,
   * everything is late.
   */
  async function watch(
    { answers, everyMs, atMostMs, startsWithinMs }: Silence,
    watched: ChildProcess,
    end: () => void,
  ): Promise<void> {
    let silentMs = 0
    let mayBeSilentMs = startsWithinMs
    while (child === watched && isWanted && workplace.isOpen()) {
      const askedAt = performance.now()
      const isThere = await answers()
      await pause(Math.max(0, everyMs - (performance.now() - askedAt)), undefined, { ref: false })
      if (isThere) mayBeSilentMs = atMostMs
      silentMs = isThere ? 0 : silentMs + Math.min(performance.now() - askedAt, atMostMs / 3)
      // One that is stopping has closed its port.
      if (silentMs >= mayBeSilentMs && child === watched && isWanted) return end()
    }
  }

  start()
  return {
    name: order.name,
    pid: () => child?.pid,
    losses: () => losses,
    lastLoss: () => lastLoss,
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
