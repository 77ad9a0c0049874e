import { setTimeout as sleep } from 'node:timers/promises'

/** How soon to check again whether work is allowed. */
const ASK_AGAIN_MS = 5_000

export type Round = {
  begin(): void
  /** Begins no more, and waits for the running one. */
  end(atMostMs: number): Promise<void>
}

/**
 * Runs never overlap. The first starts shortly after startup, to catch up on what was missed during downtime.
 * `mayGoOn` is for tasks that can take long.
 */
export function openRound(
  seconds: number,
  work: (mayGoOn: () => boolean) => Promise<'done' | 'not allowed'>,
  { firstMs = 1000 } = {},
): Round {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let hasEnded = false

  function beginAfter(milliseconds: number): void {
    if (hasEnded) return
    timer = setTimeout(() => {
      running = work(() => !hasEnded).then((outcome) =>
        beginAfter(outcome === 'done' ? seconds * 1000 : ASK_AGAIN_MS),
      )
    }, milliseconds)
  }
  return {
    begin: () => beginAfter(firstMs),
    async end(atMostMs) {
      hasEnded = true
      clearTimeout(timer)
      await Promise.race([running, sleep(atMostMs, undefined, { ref: false })])
    },
  }
}
