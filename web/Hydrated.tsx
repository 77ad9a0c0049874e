import {
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react'

/** What is still to be hydrated: the page itself, and the ids of its boundaries. */
const Waiting = createContext(new Set<string>())
const PAGE = 'page'

/** Marks the page as hydrated once every boundary is, with the visitor's time: tests wait for it, the bench measures it. */
export function Hydrated({ children }: { children: ReactNode }) {
  const [waiting] = useState(() => new Set([PAGE]))
  return (
    <Waiting value={waiting}>
      <Part id={PAGE}>{children}</Part>
    </Waiting>
  )
}

/**
 * Hydrated by itself after the page around it, or at once if it is pressed or rendered again: give it the same
 * element. Nothing inside suspends, so it never shows a fallback.
 */
export function Boundary({ children }: { children: ReactNode }) {
  const waiting = useContext(Waiting)
  const id = useId()
  useLayoutEffect(() => {
    waiting.add(id)
    return () => void waiting.delete(id)
  }, [waiting, id])
  return (
    <Suspense>
      <Part id={id}>{children}</Part>
    </Suspense>
  )
}

function Part({ id, children }: { id: string; children: ReactNode }) {
  const waiting = useContext(Waiting)
  useEffect(() => {
    waiting.delete(id)
    const { dataset } = document.documentElement
    if (waiting.size > 0 || dataset.hydrated) return
    performance.mark('hydrated')
    dataset.hydrated = String(Date.now())
  }, [waiting, id])
  return children
}
