const FIRST_WAIT_MS = 3_000
const LONGEST_WAIT_MS = 15_000

type Asking<Answer> = {
  isKnown: (answer: Answer) => boolean
  onWaiting: () => void
  /** Aborting ends the wait at once. One last request follows, and its answer is returned. */
  signal: AbortSignal
}

/** Polls with growing intervals until there is a definite answer or the signal is aborted. */
export async function askUntilKnown<Answer>(
  ask: () => Promise<Answer>,
  { isKnown, onWaiting, signal }: Asking<Answer>,
): Promise<Answer> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.3, LONGEST_WAIT_MS)) {
    const answer = await ask()
    if (signal.aborted || isKnown(answer)) return answer
    onWaiting()
    await pause(waitMs, signal)
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(end, milliseconds)
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resume()
    }
    signal.addEventListener('abort', end)
  })
}
