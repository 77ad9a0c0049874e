import { type RefObject, useEffect, useRef } from 'react'

/**
 * A ref to the heading that takes the focus when this value changes. The pressed control is gone by then, and
 * the focus would move to the start of the page.
 */
export function useFocusOnChange(value: unknown): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    heading.current?.focus()
  }, [value])
  return heading
}

/**
 * A ref to the heading of a view that replaces what the person was using: `isNews` focuses it, as the focus
 * would be lost with the pressed button.
 */
export function useFocusOnNews(isNews: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return heading
}
