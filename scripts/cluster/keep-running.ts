import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Launch, Workplace } from './workplace.ts'

const RESTART_AFTER_MS = 500
const STOPS_WITHIN_MS = 45_000

/** A process that is started again whenever it ends, as a process manager would. */
export type Part = {
  name: string
  pid(): number | undefined
  /** How often it was lost, and started again. */
  losses(): number
  /** Why it was lost the last time. */
  lastLoss(): string | undefined
  kill(signal?: NodeJS.Signals): void
  /** Ends it and waits, without starting it again. SIGTERM asks it, and SIGKILL does not. */
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): void
}

/** A process that runs and gives no answer is of no more use than one that has ended: it is killed and started again. */
export type Silence = {
  /** Whether it answers, whatever it says. */
  answers(): Promise<boolean>
  /** What is asked, for those who read why it was killed. */
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
   * Adds up what each question took, and counts no more than a third of the limit for one: if this machine sleeps meanwhile,
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
      // One that is being stopped has closed its port.
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
