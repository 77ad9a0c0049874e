import { type ReactNode, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'

type Question = (onEnd: (answer: boolean) => void) => ReactNode

/**
 * Beside the page, not within it: whatever was typed there stays as it is. An empty place is hydrated, because the pages
 * have `hydrateRoot` anyway, and `createRoot` would be one more part of React in every script.
 */
export function askBesidePage(question: Question): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const place = document.body.appendChild(document.createElement('div'))
  const root = hydrateRoot(place, <Asked>{question(resolve)}</Asked>)
  return promise.finally(() => {
    root.unmount()
    place.remove()
  })
}

function Asked({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  return isShown && children
}
