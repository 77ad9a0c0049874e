import { useEffect, useState } from 'react'

/** One request of a kind at a time: a new one cancels the previous, and leaving the page cancels any. */
export function useCancellable() {
  const [requests] = useState(newRequests)
  useEffect(() => {
    addEventListener('pagehide', requests.cancel)
    return () => {
      removeEventListener('pagehide', requests.cancel)
      requests.cancel()
    }
  }, [requests])
  return requests
}

function newRequests() {
  let controller = new AbortController()
  return {
    cancel: () => controller.abort(),
    begin(): AbortSignal {
      controller.abort()
      controller = new AbortController()
      return controller.signal
    },
  }
}
