/**
 * A signal that aborts after this time, or with the given one. AbortSignal.any would do it in a line, but is
 * missing in browsers that customers still pay with.
 */
export function within(milliseconds: number, signal?: AbortSignal): AbortSignal {
  const limit = new AbortController()
  const end = () => limit.abort()
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { signal: limit.signal })
  setTimeout(end, milliseconds)
  return limit.signal
}
