import { useEffect, useState } from 'react'

/** Requests of one kind, one at a time: the next one cancels the last, and leaving the page cancels any. */
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
