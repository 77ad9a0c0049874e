/** How soon to ask again whether work is allowed. */
const ASK_AGAIN_MS = 5_000

export type Round = { begin(): void; end(): Promise<void> }

/**
 * Runs never overlap. The first starts shortly after startup, to catch up on what was missed during downtime.
 */
export function openRound(seconds: number, work: () => Promise<'done' | 'not allowed'>): Round {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let hasEnded = false

  function beginAfter(milliseconds: number): void {
    if (hasEnded) return
    timer = setTimeout(() => {
      running = work().then((outcome) => beginAfter(outcome === 'done' ? seconds * 1000 : ASK_AGAIN_MS))
    }, milliseconds)
  }
  return {
    begin: () => beginAfter(1000),
    async end() {
      hasEnded = true
      clearTimeout(timer)
      await running
    },
  }
}
