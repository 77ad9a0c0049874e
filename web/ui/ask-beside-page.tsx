import { type ReactNode, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Asked } from './SignedOut.tsx'

type Question = (onEnd: (how: Asked) => void) => ReactNode

/**
 * Beside the page, not within it: whatever was typed there stays as it is. An empty place is hydrated, because the pages
 * have `hydrateRoot` anyway, and `createRoot` would be one more part of React in every script.
 */
export function askBesidePage(question: Question): Promise<Asked> {
  const { promise, resolve } = Promise.withResolvers<Asked>()
  const place = document.body.appendChild(document.createElement('div'))
  const root = hydrateRoot(place, <Shown>{question(resolve)}</Shown>)
  return promise.finally(() => {
    root.unmount()
    place.remove()
  })
}

function Shown({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  return isShown && children
}
