import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { readView, type View } from '#contract/desk/see-as/calls.ts'
import { send } from '#web/api.ts'
import type { Ending } from './EndedView.tsx'

/** Signed out, not allowed, not there. */
const GONE = [401, 403, 404]

/**
 * Sees to it that the frame shows the view of this page, and nothing else: another one may have begun in another tab, or
 * this one may have ended.
 */
export function useFramedView(
  { id }: View,
  onEnded: (how: Ending) => void,
): { frame: RefObject<HTMLIFrameElement | null>; check: () => void } {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(onEnded)
  useEffect(() => {
    latest.current = onEnded
  })

  const ask = useCallback(async () => {
    const outcome = await send(readView, {})
    // A server that cannot answer now says nothing about the view.
    if (outcome.kind === 'refused' && GONE.includes(outcome.status)) latest.current('gone')
    if (outcome.kind !== 'answered') return
    const { view } = outcome.answer.data
    if (view?.id !== id) latest.current(view ? 'replaced' : 'gone')
  }, [id])

  const check = useCallback(() => {
    const shown = shownIn(frame.current)
    if (shown === undefined) void ask()
    else if (shown !== id) latest.current('replaced')
  }, [id, ask])

  useEffect(() => {
    // The frame may have loaded before the page was hydrated.
    if (frame.current?.contentDocument?.readyState === 'complete') check()
    const askWhenSeen = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    document.addEventListener('visibilitychange', askWhenSeen)
    return () => document.removeEventListener('visibilitychange', askWhenSeen)
  }, [check, ask])

  return { frame, check }
}

/** The view that the framed document belongs to, by its own mark. */
function shownIn(frame: HTMLIFrameElement | null): number | undefined {
  const mark = frame?.contentDocument?.querySelector<HTMLElement>('[data-view]')
  return mark ? Number(mark.dataset.view) : undefined
}
